// SPDX-License-Identifier: Apache-2.0
#include "hammock/tool/site.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <unordered_map>

#include "explain_operator.h"
#include "hammock/tool/diff.h"
#include "highlight.h"
#include "site_style.h"

namespace hammock::tool {
namespace {

// Of a heading of the index, and of the folder whose pages stand below it.
std::string folder_of(Topic topic) {
  std::string out = plural(topic);
  std::ranges::replace(out, ' ', '-');
  return out;
}

std::string heading_of(Topic topic) {
  std::string out = plural(topic);
  out[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(out[0])));
  return out;
}

std::string path_of(Topic topic, std::string_view name) {
  std::string file;
  for (char c : name) {
    const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '_' || c == '-';
    file += is_plain ? c : '_';
  }
  return fmt::format("{}/{}.html", folder_of(topic), file);
}

std::string_view without_line_end(std::string_view text) { return text.substr(0, text.size() - text.ends_with('\n')); }

std::string quoted_for_js(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '<') out += "\\u003c";
    else if (c == '\n') out += "\\n";
    else out += c;
  }
  return out + "\"";
}

class Site {
 public:
  Site(std::span<const Entry> entries, std::span<const Page> pages) : entries_(entries), pages_(pages) {
    for (const Entry& e : entries) {
      if (e.topic != Topic::command && e.topic != Topic::pipeline && e.topic != Topic::host_function)
        paths_.emplace(spelled(e.topic, e.name), path_of(e.topic, e.name));
    }
  }

  std::vector<SiteFile> run() {
    std::vector<SiteFile> files{{"style.css", std::string(kSiteStyle)},
                                {"search.js", std::string(kSiteSearch)},
                                {"index.js", index_for_search()},
                                {"index.html", index()}};
    for (size_t i = 0; i < pages_.size(); ++i)
      files.push_back({path_of(pages_[i].topic, pages_[i].name), page(entries_[i], pages_[i])});
    return files;
  }

 private:
  static std::string framed(std::string_view title, std::string_view root, std::string_view body) {
    return fmt::format(R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{0}</title>
<link rel="stylesheet" href="{1}style.css">
<script src="{1}index.js" defer></script>
<script src="{1}search.js" defer></script>
</head>
<body data-root="{1}">
<header>
<a class="home" href="{1}index.html">Hammock</a>
<div class="search" role="search">
<input type="search" placeholder="Search: press /" aria-label="Search" autocomplete="off" spellcheck="false">
<ul class="found"></ul>
</div>
</header>
<main>
{2}<footer><p>Made by <code>hammock explain --html</code>; what the examples give was computed then.</p></footer>
</main>
</body>
</html>
)",
                       escaped(title), root, body);
  }

  std::string index_for_search() const {
    std::string out = "const HAMMOCK_INDEX = [\n";
    for (const Entry& e : entries_) {
      out += fmt::format("[{}, {}, {}, {}],\n", quoted_for_js(e.name), quoted_for_js(name(e.topic)),
                         quoted_for_js(path_of(e.topic, e.name)), quoted_for_js(e.summary));
    }
    return out + "];\n";
  }

  std::string index() const {
    const Links links = links_from("");
    std::string contents, body;
    for (size_t i = 0; i < entries_.size(); ++i) {
      const Entry& e = entries_[i];
      const bool begins = i == 0 || entries_[i - 1].topic != e.topic;
      const bool begins_family = begins || entries_[i - 1].family != e.family;
      if (begins_family && i > 0) body += "</table>\n";
      if (begins) {
        body += fmt::format("<h2 id=\"{}\">{}</h2>\n", folder_of(e.topic), heading_of(e.topic));
        contents += fmt::format("<a href=\"#{}\">{}</a>\n", folder_of(e.topic), heading_of(e.topic));
      }
      if (begins_family && !e.family.empty()) body += fmt::format("<h3>{}</h3>\n", escaped(e.family));
      if (begins_family) body += "<table>\n";
      body += fmt::format("<tr><td><a href=\"{}\">{}</a></td><td>{}</td></tr>\n", escaped(path_of(e.topic, e.name)),
                          escaped(e.name), prose_as_html(e.summary, links));
    }
    if (!entries_.empty()) body += "</table>\n";
    return framed(
        "Hammock", "",
        "<h1>Hammock</h1>\n<p class=\"lead\">Reads Relax scripts, checks them, rewrites them, prints them back "
        "and runs them on the CPU.</p>\n<nav class=\"contents\">\n" +
            contents + "</nav>\n" + body);
  }

  Links links_from(std::string root) const {
    return [this, root = std::move(root)](std::string_view name) {
      auto found = paths_.find(std::string(name));
      return found == paths_.end() ? std::string() : root + found->second;
    };
  }

  std::string page(const Entry& entry, const Page& page) const {
    const Links links = links_from("../");
    std::string body =
        fmt::format("<p class=\"kind\"><a href=\"../index.html#{}\">{}</a>{}</p>\n", folder_of(page.topic),
                    heading_of(page.topic), entry.family.empty() ? "" : " / " + escaped(entry.family));
    const std::string shown = page.topic == Topic::op ? spelled(page.topic, page.name) : page.name;
    body += fmt::format("<h1>{}</h1>\n", escaped(shown));
    if (std::string_view rest = std::string_view(page.title).substr(page.name.size()); rest.find(": ") < rest.size())
      body += fmt::format("<p class=\"lead\">{}</p>\n", prose_as_html(rest.substr(rest.find(": ") + 2), links));
    std::string facts, before;
    for (const Piece& piece : page.pieces) {
      if (piece.key == "before") before = piece.text;
      if (piece.look == Look::prose && !piece.heading.empty() && piece.key != "shapes")
        facts += fact(piece.heading, prose_as_html(piece.text, links));
      else if (piece.look != Look::hidden) body += block(piece, before, links);
    }
    if (!page.related.empty()) facts += fact("see also", related(page));
    if (!facts.empty()) body += "<h2>More</h2>\n<dl class=\"facts\">\n" + facts + "</dl>\n";
    return framed(page.name + " - Hammock", "../", body);
  }

  static std::string fact(std::string_view what, std::string_view html) {
    return fmt::format("<dt>{}</dt><dd>{}</dd>\n", escaped(what), html);
  }

  static std::string related(const Page& page) {
    std::string out;
    for (const auto& [topic, other] : page.related) {
      out += fmt::format("{}<a href=\"../{}\">{}</a>", out.empty() ? "" : ", ", escaped(path_of(topic, other)),
                         escaped(spelled(topic, other)));
    }
    return out;
  }

  static std::string block(const Piece& piece, const std::string& before, const Links& links) {
    const std::string heading =
        piece.heading.empty() ? "" : fmt::format("<h2>{}</h2>\n", escaped(capital(piece.heading)));
    switch (piece.look) {
      case Look::prose: return heading + "<p>" + prose_as_html(piece.text, links) + "</p>\n";
      case Look::rows: return heading + table(piece, links);
      case Look::diff: return changes(before, piece.text, links);
      case Look::output:
        if (piece.key == "signature")
          return "<pre class=\"signature\">" + script_as_html(piece.text, no_links()) + "</pre>\n";
        return heading + "<pre>" + escaped(without_line_end(piece.text)) + "</pre>\n";
      default: break;
    }
    return fmt::format("{}<pre class=\"{}\">{}</pre>\n", heading, piece.key,
                       script_as_html(without_line_end(piece.text), links));
  }

  static const Links& no_links() {
    static const Links kNone = [](std::string_view) { return std::string(); };
    return kNone;
  }

  static std::string capital(std::string text) {
    text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text;
  }

  static std::string table(const Piece& piece, const Links& links) {
    std::string out = "<table>\n";
    for (const auto& [left, right] : piece.rows) {
      const std::string text =
          piece.key == "inputs" ? "<code>" + escaped(right) + "</code>" : prose_as_html(right, links);
      out += fmt::format("<tr><td><code>{}</code></td><td>{}</td></tr>\n", escaped(left), text);
    }
    return out + "</table>\n";
  }

  // The lines that a pass changes, and behind a fold the whole text.
  static std::string changes(const std::string& before, const std::string& after, const Links& links) {
    const std::string diff = unified_diff(before, after, {"", "", ""}, false);
    constexpr size_t kHead = 3;  // the names of the texts, and where the first lines stand
    std::string lines;
    std::string_view rest = diff;
    for (size_t number = 0; !rest.empty(); ++number) {
      std::string_view line = take(rest, "\n");
      if (number < kHead || line.empty()) continue;
      const bool is_gap = line[0] == '@';
      const std::string html = is_gap ? "..." : escaped(line.substr(0, 1)) + script_as_html(line.substr(1), links);
      std::string_view kind = is_gap ? " comment" : line[0] == '+' ? " added" : line[0] == '-' ? " removed" : "";
      lines += fmt::format("<span class=\"line{}\">{}</span>", kind, html);
    }
    return fmt::format(
        "<h2>What changes</h2>\n<pre><span class=\"lines\">{}</span></pre>\n<details><summary>After</summary>\n"
        "<pre>{}</pre>\n</details>\n",
        lines, script_as_html(without_line_end(after), links));
  }

  std::span<const Entry> entries_;
  std::span<const Page> pages_;
  std::unordered_map<std::string, std::string> paths_;  // by the name that texts give
};

}  // namespace

std::vector<SiteFile> make_site(std::span<const Entry> entries, std::span<const Page> pages) {
  return Site(entries, pages).run();
}

}  // namespace hammock::tool
