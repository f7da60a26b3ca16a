// SPDX-License-Identifier: Apache-2.0
// What is asked, in the protocol's words; the answers are language/queries.h.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "hammock/base/suggest.h"
#include "lsp_server.h"

namespace hammock::cli {
namespace {

using language::CompletionKind;
using language::Encoding;
using language::SymbolKind;

constexpr int kRequestFailed = -32803;

// Numbers of the protocol.
int number(Severity severity) { return severity == Severity::error ? 1 : severity == Severity::warning ? 2 : 3; }
int number(CompletionKind kind) {
  switch (kind) {
    case CompletionKind::op:
    case CompletionKind::form:
    case CompletionKind::function: return 3;
    case CompletionKind::parameter: return 5;
    case CompletionKind::variable: return 6;
    case CompletionKind::module: return 9;
    case CompletionKind::value: return 12;
    case CompletionKind::keyword: return 14;
    case CompletionKind::dim: return 25;
  }
  return 1;
}
int number(SymbolKind kind) { return kind == SymbolKind::class_ ? 5 : 12; }

LspJson markdown(std::string text) { return {{"kind", "markdown"}, {"value", std::move(text)}}; }

// Whether the client's capabilities say so; `path` as a JSON pointer.
bool is_set(const LspJson& capabilities, const char* path) {
  const LspJson::json_pointer at(path);
  return capabilities.contains(at) && capabilities.at(at) == true;
}

}  // namespace

// ---- places

Document& LanguageServer::document(const LspJson& params) {
  Document* d = find(params.at("textDocument").at("uri").get<std::string>());
  if (!d) throw Failure{0, "the document is not open"};
  return *d;
}

const language::Analysis& LanguageServer::analysis(const Document& document) const {
  return document.analysis ? *document.analysis : *nothing_known_;
}

uint32_t LanguageServer::offset(const Document& document, const LspJson& position) const {
  const auto bounded = [](const LspJson& j) {
    const int64_t value = j.is_number_unsigned() && j.get<uint64_t>() > UINT32_MAX ? UINT32_MAX : j.get<int64_t>();
    return static_cast<uint32_t>(std::clamp<int64_t>(value, 0, UINT32_MAX));
  };
  return document.text.offset({bounded(position.at("line")), bounded(position.at("character"))}, encoding_);
}

Span LanguageServer::span(const Document& document, const LspJson& range) const {
  return {offset(document, range.at("start")), offset(document, range.at("end"))};
}

// Of the request's position in the text that was analysed.
uint32_t LanguageServer::known_offset(const Document& document, const LspJson& params) const {
  const uint32_t known = document.changes.back(offset(document, params.at("position")));
  return std::min(known, static_cast<uint32_t>(analysis(document).text().size()));
}

LspJson LanguageServer::range(const Document& document, Span current) const {
  const auto place = [&](uint32_t at) {
    const language::Position p = document.text.position(at, encoding_);
    return LspJson{{"line", p.line}, {"character", p.character}};
  };
  LspJson start = place(current.begin);
  return {{"start", std::move(start)}, {"end", place(current.end)}};
}

// Of a place of the analysed text; none if it has been changed since.
std::optional<LspJson> LanguageServer::known_range(const Document& document, Span known) const {
  const Span current = document.changes.forward(known);
  return current ? std::optional(range(document, current)) : std::nullopt;
}

// "range":{...}
void LanguageServer::write_range(const Document& document, Span current, std::string_view member) {
  const language::Position begin = document.text.position(current.begin, encoding_);
  const language::Position end = document.text.position(current.end, encoding_);
  written_.raw("\"").raw(member).raw("\":{\"start\":{\"line\":").number(begin.line);
  written_.raw(",\"character\":").number(begin.character);
  written_.raw("},\"end\":{\"line\":").number(end.line).raw(",\"character\":").number(end.character).raw("}}");
}

// A list of objects with a range and `members`, which begins with a comma.
template <typename Members>
void LanguageServer::write_places(const Document& document, const language::Changes& since,
                                  std::span<const language::Occurrence> found, const Members& members) {
  written_.raw("[");
  for (const language::Occurrence& o : found) {
    const Span current = since.forward(o.span);
    if (!current) continue;
    written_.next().raw("{");
    write_range(document, current, "range");
    written_.raw(members(o)).raw("}");
  }
  written_.raw("]");
}

void LanguageServer::write_edits(const Document& document, std::span<const Edit> edits) {
  written_.raw("[");
  for (const Edit& edit : edits) {
    const Span current = document.changes.forward(edit.span);
    if (!current) continue;
    written_.next().raw("{");
    write_range(document, current, "range");
    written_.raw(",\"newText\":").string(edit.text).raw("}");
  }
  written_.raw("]");
}

// ---- the session

LspJson LanguageServer::initialize(const LspJson& params) {
  constexpr int kIncremental = 2;
  if (is_initialized_) throw Failure{-32600, "the server is initialized already"};
  is_initialized_ = true;
  const LspJson capabilities =
      params.is_object() && params.contains("capabilities") ? params["capabilities"] : LspJson::object();
  const LspJson::json_pointer encodings("/general/positionEncodings");
  if (capabilities.contains(encodings) && capabilities.at(encodings).is_array()) {
    for (const LspJson& name : capabilities.at(encodings)) {
      if (name == "utf-8") encoding_ = Encoding::utf8;
    }
  }
  has_related_ = is_set(capabilities, "/textDocument/publishDiagnostics/relatedInformation");
  refreshes_tokens_ = is_set(capabilities, "/workspace/semanticTokens/refreshSupport");
  has_nested_symbols_ = is_set(capabilities, "/textDocument/documentSymbol/hierarchicalDocumentSymbolSupport");
  return {{"serverInfo", {{"name", "hammock"}, {"version", HAMMOCK_VERSION}}},
          {"capabilities",
           {{"positionEncoding", encoding_ == Encoding::utf8 ? "utf-8" : "utf-16"},
            {"textDocumentSync", {{"openClose", true}, {"change", kIncremental}, {"save", true}}},
            {"hoverProvider", true},
            {"completionProvider", {{"triggerCharacters", {".", "\"", "("}}, {"resolveProvider", true}}},
            {"signatureHelpProvider", {{"triggerCharacters", {"(", ","}}, {"retriggerCharacters", {"="}}}},
            {"definitionProvider", true},
            {"referencesProvider", true},
            {"documentHighlightProvider", true},
            {"documentSymbolProvider", true},
            {"foldingRangeProvider", true},
            {"codeActionProvider", {{"codeActionKinds", {"quickfix"}}}},
            {"documentFormattingProvider", true},
            {"documentRangeFormattingProvider", true},
            {"renameProvider", {{"prepareProvider", true}}},
            {"inlayHintProvider", true},
            {"semanticTokensProvider",
             {{"legend", {{"tokenTypes", language::token_kinds()}, {"tokenModifiers", language::token_modifiers()}}},
              {"full", {{"delta", true}}},
              {"range", true}}}}}};
}

LspJson LanguageServer::shutdown(const LspJson&) {
  is_shut_down_ = true;
  return nullptr;
}

// ---- diagnostics

LspJson LanguageServer::diagnostic(const Document& document, const Diagnostic& d) const {
  const DiagInfo& row = info(d.id);
  LspJson object{{"range", known_range(document, d.span ? d.span : Span{0, 0}).value_or(range(document, {0, 0}))},
                 {"severity", number(row.severity)},
                 {"code", row.code},
                 {"source", "hammock"}};
  std::string text = d.text;
  LspJson related = LspJson::array();
  for (const Note& note : d.notes) {
    const std::optional<LspJson> at = note.span && has_related_ ? known_range(document, note.span) : std::nullopt;
    if (at) related.push_back({{"location", {{"uri", document.uri}, {"range", *at}}}, {"message", note.text}});
    else text += "\n" + note.text;
  }
  object["message"] = std::move(text);
  if (!related.empty()) object["relatedInformation"] = std::move(related);
  return object;
}

// ---- at a place

// With the explanation of the problems there.
LspJson LanguageServer::hover(const LspJson& params) {
  const Document& d = document(params);
  const language::Analysis& known = analysis(d);
  const uint32_t at = known_offset(d, params);
  std::optional<language::Hover> found = language::hover(known, at);
  std::string text = found ? found->markdown : "";
  for (const Diagnostic* problem : known.diagnostics()) {
    if (!problem->span || at < problem->span.begin || at > problem->span.end) continue;
    text += fmt::format("{}**{}** {}", text.empty() ? "" : "\n\n---\n\n", info(problem->id).code,
                        language::diagnostic_help(problem->id));
    if (!found) found = language::Hover{"", problem->span};
  }
  if (!found) return nullptr;
  LspJson answer{{"contents", markdown(std::move(text))}};
  if (std::optional<LspJson> place = known_range(d, found->span)) answer["range"] = std::move(*place);
  return answer;
}

LspJson LanguageServer::completion(const LspJson& params) {
  const Document& d = document(params);
  const uint32_t at = offset(d, params.at("position"));
  const language::Completions found = language::complete(analysis(d), known_offset(d, params), d.text.str(), at);
  const LspJson replaced = range(d, found.replaced);
  LspJson items = LspJson::array();
  for (const language::Completion& c : found.items) {
    LspJson item{{"label", c.label},
                 {"kind", number(c.kind)},
                 {"sortText", fmt::format("{:05}", items.size())},
                 {"textEdit", {{"range", replaced}, {"newText", c.text.empty() ? c.label : c.text}}}};
    if (!c.detail.empty()) item["detail"] = c.detail;
    items.push_back(std::move(item));
  }
  return {{"isIncomplete", found.is_incomplete}, {"items", std::move(items)}};
}

LspJson LanguageServer::resolve_completion(const LspJson& params) {
  LspJson item = params;
  const std::string text = language::documentation(item.at("label").get<std::string>());
  if (!text.empty()) item["documentation"] = markdown(text);
  return item;
}

LspJson LanguageServer::signature_help(const LspJson& params) {
  const Document& d = document(params);
  const language::Cursor cursor = language::cursor_at(d.text.str(), offset(d, params.at("position")));
  if (!cursor.call || cursor.is_in_comment) return nullptr;
  const std::optional<language::Signature> s = language::signature(analysis(d), cursor.call->callee);
  if (!s) return nullptr;
  LspJson parameters = LspJson::array();
  for (const auto& p : s->parameters) parameters.push_back({{"label", s->label.substr(p.begin, p.end - p.begin)}});
  LspJson signature{{"label", s->label}, {"parameters", std::move(parameters)}};
  if (!s->documentation.empty()) signature["documentation"] = markdown(s->documentation);
  LspJson help{{"signatures", LspJson::array({std::move(signature)})}, {"activeSignature", 0}};
  // A number beyond the last one means none.
  help["activeParameter"] =
      language::active_parameter(*s, *cursor.call).value_or(static_cast<uint32_t>(s->parameters.size()));
  return help;
}

// ---- names

LspJson LanguageServer::definition(const LspJson& params) {
  const Document& d = document(params);
  const std::optional<Span> found = language::definition(analysis(d), known_offset(d, params));
  const std::optional<LspJson> place = found ? known_range(d, *found) : std::nullopt;
  return place ? LspJson{{"uri", d.uri}, {"range", *place}} : LspJson();
}

LspJson LanguageServer::references(const LspJson& params) {
  const Document& d = document(params);
  const bool with_definitions = params.at("context").at("includeDeclaration").get<bool>();
  std::vector<language::Occurrence> found = language::references(analysis(d), known_offset(d, params));
  if (!with_definitions) std::erase_if(found, [](const language::Occurrence& o) { return o.is_definition; });
  const std::string uri = ",\"uri\":" + LspJson(d.uri).dump();
  write_places(d, d.changes, found, [&](const language::Occurrence&) { return std::string_view(uri); });
  return {};
}

LspJson LanguageServer::highlights(const LspJson& params) {
  const Document& d = document(params);
  const std::vector<language::Occurrence> found = language::references(analysis(d), known_offset(d, params));
  write_places(d, d.changes, found, [](const language::Occurrence& o) {
    return std::string_view(o.is_definition ? ",\"kind\":3" : ",\"kind\":2");
  });
  return {};
}

LspJson LanguageServer::prepare_rename(const LspJson& params) {
  const Document& d = document(params);
  Result<Span> found = language::renamed_name(analysis(d), known_offset(d, params));
  if (!found) throw Failure{kRequestFailed, found.error().text};
  const std::optional<LspJson> place = known_range(d, *found);
  return place ? *place : LspJson();
}

LspJson LanguageServer::rename(const LspJson& params) {
  const Document& d = document(params);
  // The names of the text as it is now, which are known before its meaning.
  const std::shared_ptr<const language::Analysis> now =
      d.is_fresh() ? d.analysis : language::names_of(d.uri, d.text.str());
  const std::string& new_name = params.at("newName").get_ref<const std::string&>();
  const Result<std::vector<language::Occurrence>> found =
      language::rename(*now, offset(d, params.at("position")), new_name);
  if (!found) throw Failure{kRequestFailed, found.error().text};
  const std::string text = ",\"newText\":" + LspJson(new_name).dump();
  written_.raw("{\"changes\":{").raw(LspJson(d.uri).dump()).raw(":");
  write_places(d, {}, *found, [&](const language::Occurrence&) { return std::string_view(text); });
  written_.raw("}}");
  return {};
}

// ---- the whole text

// False: something of it has been changed since.
bool LanguageServer::write_symbol(const Document& document, const language::OutlineItem& item) {
  const Span all = document.changes.forward(item.span), name = document.changes.forward(item.name_span);
  if (!all || !name) return false;
  written_.next().raw("{\"name\":").string(item.name).raw(",\"detail\":").string(item.detail);
  written_.raw(",\"kind\":").number(static_cast<uint32_t>(number(item.kind))).raw(",");
  write_range(document, all, "range");
  written_.raw(",");
  write_range(document, name, "selectionRange");
  written_.raw(",\"children\":[");
  for (const language::OutlineItem& child : item.children) write_symbol(document, child);
  written_.raw("]}");
  return true;
}

void LanguageServer::write_flat_symbol(const Document& document, const language::OutlineItem& item,
                                       std::string_view container) {
  const Span all = document.changes.forward(item.span);
  if (!all) return;
  written_.next().raw("{\"name\":").string(item.name).raw(",\"containerName\":").string(container);
  written_.raw(",\"kind\":").number(static_cast<uint32_t>(number(item.kind)));
  written_.raw(",\"location\":{\"uri\":").string(document.uri).raw(",");
  write_range(document, all, "range");
  written_.raw("}}");
  for (const language::OutlineItem& child : item.children) write_flat_symbol(document, child, item.name);
}

LspJson LanguageServer::symbols(const LspJson& params) {
  const Document& d = document(params);
  written_.raw("[");
  for (const language::OutlineItem& item : language::outline(analysis(d))) {
    if (has_nested_symbols_) write_symbol(d, item);
    else write_flat_symbol(d, item, "");
  }
  written_.raw("]");
  return {};
}

LspJson LanguageServer::folding_ranges(const LspJson& params) {
  const Document& d = document(params);
  written_.raw("[");
  for (const language::Fold& fold : language::folds(analysis(d))) {
    const Span place = d.changes.forward(fold.span);
    if (!place) continue;
    const uint32_t begin = d.text.position(place.begin, encoding_).line,
                   end = d.text.position(place.end, encoding_).line;
    if (begin == end) continue;
    written_.next().raw("{\"startLine\":").number(begin).raw(",\"endLine\":").number(end).raw("}");
  }
  written_.raw("]");
  return {};
}

LspJson LanguageServer::formatting(const LspJson& params) {
  const Document& d = document(params);
  Result<std::vector<Edit>> edits = language::format(analysis(d));
  if (!edits) throw Failure{kRequestFailed, edits.error().text};
  write_edits(d, *edits);
  return {};
}

LspJson LanguageServer::range_formatting(const LspJson& params) {
  const Document& d = document(params);
  Result<std::vector<Edit>> edits = language::format(analysis(d), span(d, params.at("range")));
  if (!edits) throw Failure{kRequestFailed, edits.error().text};
  write_edits(d, *edits);
  return {};
}

LspJson LanguageServer::code_actions(const LspJson& params) {
  const Document& d = document(params);
  const Span asked = span(d, params.at("range"));
  LspJson all = LspJson::array();
  if (const LspJson& context = params.at("context"); context.contains("only") && context["only"].is_array()) {
    const bool is_asked = std::ranges::any_of(context["only"], [](const LspJson& kind) {
      return kind.is_string() && (kind == "" || kind.get<std::string>().starts_with("quickfix"));
    });
    if (!is_asked) return all;
  }
  const language::Analysis& known = analysis(d);
  for (const Diagnostic* problem : known.diagnostics()) {
    const Span place = problem->span ? d.changes.forward(problem->span) : Span();
    if (!place || place.begin > asked.end || place.end < asked.begin) continue;
    const std::optional<language::Fix> fix = language::fix(known, *problem);
    const std::optional<LspJson> at = fix ? known_range(d, fix->edit.span) : std::nullopt;
    if (!at) continue;
    const LspJson edits = LspJson::array({{{"range", *at}, {"newText", fix->edit.text}}});
    all.push_back({{"title", fix->title},
                   {"kind", "quickfix"},
                   {"isPreferred", true},
                   {"diagnostics", LspJson::array({diagnostic(d, *problem)})},
                   {"edit", {{"changes", {{d.uri, edits}}}}}});
  }
  return all;
}

LspJson LanguageServer::inlay_hints(const LspJson& params) {
  const Document& d = document(params);
  const Span asked = span(d, params.at("range"));
  const Span known{d.changes.back(asked.begin), d.changes.back(asked.end)};
  written_.raw("[");
  for (const language::Hint& hint : language::hints(analysis(d), known)) {
    const Span place = d.changes.forward({hint.offset - 1, hint.offset});
    if (!place) continue;
    const language::Position at = d.text.position(place.end, encoding_);
    written_.next().raw("{\"position\":{\"line\":").number(at.line).raw(",\"character\":").number(at.character);
    written_.raw("},\"label\":").string(hint.label).raw(",\"kind\":1}");  // a type
  }
  written_.raw("]");
  return {};
}

// ---- what each word is

// The list of numbers of the protocol: each place from the one before.
std::vector<uint32_t> LanguageServer::token_numbers(const Document& document, Span current) const {
  std::vector<uint32_t> numbers;
  language::Position last;
  for (const language::Token& token : language::tokens(analysis(document), document.changes, document.text, current)) {
    const language::Position begin = document.text.position(token.span.begin, encoding_);
    const uint32_t size = document.text.position(token.span.end, encoding_).character - begin.character;
    const bool is_same_line = begin.line == last.line;
    for (uint32_t number : {begin.line - last.line, begin.character - (is_same_line ? last.character : 0), size,
                            static_cast<uint32_t>(token.kind), static_cast<uint32_t>(token.modifiers)})
      numbers.push_back(number);
    last = begin;
  }
  return numbers;
}

std::vector<uint32_t> LanguageServer::new_tokens(Document& document) {
  document.has_stale_tokens = !document.is_fresh();
  document.tokens_id = std::to_string(++tokens_);
  return std::exchange(document.tokens, token_numbers(document, {0, document.text.size()}));
}

LspJson LanguageServer::tokens(const LspJson& params) {
  Document& d = document(params);
  new_tokens(d);
  written_.raw("{\"resultId\":").string(d.tokens_id).raw(",\"data\":").numbers(d.tokens).raw("}");
  return {};
}

// What differs between the ends that are equal, in whole tokens.
LspJson LanguageServer::tokens_delta(const LspJson& params) {
  constexpr size_t kNumbers = 5;  // of a token
  Document& d = document(params);
  if (params.at("previousResultId").get_ref<const std::string&>() != d.tokens_id) return tokens(params);
  const std::vector<uint32_t> old = new_tokens(d);
  const std::vector<uint32_t>& now = d.tokens;
  const size_t same = static_cast<size_t>(std::ranges::mismatch(old, now).in1 - old.begin());
  const size_t begin = same / kNumbers * kNumbers;
  size_t tail = 0;
  const size_t most = std::min(old.size(), now.size()) - begin;
  while (tail < most && old[old.size() - 1 - tail] == now[now.size() - 1 - tail]) ++tail;
  tail = tail / kNumbers * kNumbers;
  written_.raw("{\"resultId\":").string(d.tokens_id).raw(",\"edits\":[");
  if (old.size() != now.size() || tail != most) {
    written_.raw("{\"start\":").number(static_cast<uint32_t>(begin));
    written_.raw(",\"deleteCount\":").number(static_cast<uint32_t>(old.size() - tail - begin)).raw(",\"data\":");
    written_.numbers(std::span(now).subspan(begin, now.size() - tail - begin)).raw("}");
  }
  written_.raw("]}");
  return {};
}

LspJson LanguageServer::tokens_of_range(const LspJson& params) {
  Document& d = document(params);
  d.has_stale_tokens |= !d.is_fresh();
  written_.raw("{\"data\":").numbers(token_numbers(d, span(d, params.at("range")))).raw("}");
  return {};
}

}  // namespace hammock::cli
