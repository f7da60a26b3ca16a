// SPDX-License-Identifier: Apache-2.0
// hammock completion: what a shell runs at its start, and what that asks at each key: the words that may stand where
// the line ends. All of them come from the table of commands and from the flags that the commands declare.
#include <fmt/format.h>

#include <algorithm>

#include "command_line.h"

namespace hammock::cli {
namespace {

// What stands in front of the answers when the names of files are to be added by the shell.
constexpr std::string_view kFiles = ":files\n";

struct Shell {
  std::string_view name, script;
};

constexpr Shell kShells[] = {
    {"bash",
     R"(# Completion of hammock for bash; in ~/.bashrc:  source <(hammock completion bash)
_hammock() {
    local line=${COMP_LINE:0:COMP_POINT} current prefix word help
    # The words of the shell end at `=` and `:`, too; those of the line do at blanks only.
    current=${line##*[[:space:]]}
    prefix=
    case $current in *[=:]*) prefix=${current%"${current##*[=:]}"} ;; esac
    COMPREPLY=()
    while IFS=$'\t' read -r word help; do
        case $word in
            :files) compopt -o default ;;
            *=) compopt -o nospace; COMPREPLY+=("${word#"$prefix"}") ;;
            *) COMPREPLY+=("${word#"$prefix"}") ;;
        esac
    done < <("${COMP_WORDS[0]}" completion words --line="$line" 2>/dev/null)
}
complete -F _hammock hammock
)"},
    {"zsh",
     R"(#compdef hammock
# Completion of hammock for zsh; in ~/.zshrc, behind compinit:  source <(hammock completion zsh)
_hammock() {
    local -a waiting done
    local word help files=0
    while IFS=$'\t' read -r word help; do
        case $word in
            :files) files=1 ;;
            *=) waiting+=("${word//:/\\:}:$help") ;;
            *) done+=("${word//:/\\:}:$help") ;;
        esac
    done < <("${words[1]}" completion words --line="${(j: :)words[1,CURRENT]}" 2>/dev/null)
    (( $#waiting )) && _describe -t flags flag waiting -S ''
    (( $#done )) && _describe -t words word done
    if (( files )); then compset -P '*='; _files; fi
}
compdef _hammock hammock
)"},
    {"fish",
     R"(# Completion of hammock for fish:  hammock completion fish > ~/.config/fish/completions/hammock.fish
function __hammock_words
    set -l line (commandline -cp)
    for answer in (hammock completion words --line="$line" 2>/dev/null)
        if test "$answer" = :files
            __fish_complete_path (string replace -r '^--[^=]*=' '' -- (commandline -ct)) | while read -l path
                echo (string match -r '^--[^=]*=' -- (commandline -ct))$path
            end
        else
            echo $answer
        end
    end
end
complete -c hammock -f -a '(__hammock_words)'
)"}};

// The words of a line: the last one is the one that is being written, and may be empty.
Arguments words_of(std::string_view line) {
  Arguments words{""};
  char quote = 0;
  for (char c : line) {
    if (c == quote) quote = 0;
    else if (quote == 0 && (c == '\'' || c == '"')) quote = c;
    else if (quote == 0 && (c == ' ' || c == '\t')) words.emplace_back();
    else words.back() += c;
  }
  const std::string last = words.back();
  words.pop_back();
  std::erase(words, "");
  words.push_back(last);
  return words;
}

class Completion {
 public:
  explicit Completion(const Io& io) : io_(io) {}

  std::string answer(Arguments words) {
    if (words.size() > 1) words.erase(words.begin());  // the program
    if (words.size() == 1) {
      offer("", words[0], suggestions(commands()));
    } else if (const Command* command = find_command(words[0])) {
      current_ = words.back();
      words.pop_back();
      given_ = std::move(words);
      of_command(*command);
    }
    return std::move(text_);
  }

 private:
  void of_command(const Command& command) {
    flags_ = flags_of(io_, command);
    const size_t equal = current_.find('=');
    const FlagDescription* before = given_.size() > 1 ? find(given_.back()) : nullptr;
    if (current_.starts_with("--") && equal != std::string::npos) {
      if (const FlagDescription* flag = find(current_.substr(0, equal)))
        values(*flag, current_.substr(0, equal + 1), current_.substr(equal + 1));
    } else if (before && before->takes_value) {
      values(*before, "", current_);
    } else if (current_.starts_with("-")) {
      names();
    } else if (const FlagDescription* argument = next_argument()) {
      values(*argument, "", current_);
    }
  }

  // None where `word` has its value behind a `=`.
  const FlagDescription* find(std::string_view word) const {
    for (const FlagDescription& flag : flags_) {
      if (!flag.is_argument && std::ranges::find(flag.names, word) != flag.names.end()) return &flag;
    }
    return nullptr;
  }

  // The argument that the words without flags in front have come to.
  const FlagDescription* next_argument() const {
    size_t count = 0;
    for (size_t i = 1; i < given_.size(); ++i) {
      const FlagDescription* flag = find(given_[i - 1]);
      count += !given_[i].starts_with("-") && !(i > 1 && flag && flag->takes_value);
    }
    const FlagDescription* last = nullptr;
    for (const FlagDescription& flag : flags_) {
      if (!flag.is_argument) continue;
      last = &flag;
      if (count-- == 0) return last;
    }
    return last && last->may_repeat ? last : nullptr;
  }

  void names() {
    std::vector<Suggestion> words;
    for (const FlagDescription& flag : flags_) {
      auto is_given = [&](const std::string& word) { return find(word.substr(0, word.find('='))) == &flag; };
      if (flag.is_argument || (!flag.may_repeat && std::ranges::any_of(given_, is_given))) continue;
      words.push_back({flag.names.back() + (flag.takes_value ? "=" : ""), flag.help});
    }
    offer("", current_, words);
  }

  // A value may be a list, of which the last part is being written.
  void values(const FlagDescription& flag, const std::string& front, const std::string& value) {
    if (!flag.suggest) {
      if (flag.takes_value) text_ += kFiles;
      return;
    }
    const size_t part = flag.names.back() == "--passes" ? value.find_last_of(",[") + 1 : 0;
    offer(front + value.substr(0, part), value.substr(part), flag.suggest(given_));
  }

  void offer(const std::string& front, std::string_view start, const std::vector<Suggestion>& words) {
    for (const Suggestion& s : words) {
      if (s.word.starts_with(start)) text_ += fmt::format("{}{}\t{}\n", front, s.word, s.help);
    }
  }

  const Io& io_;
  std::vector<FlagDescription> flags_;
  Arguments given_;  // the command and what stands behind it, in front of current_
  std::string current_, text_;
};

}  // namespace

int completion_command(Io& io, const Command& self, const Arguments& args) {
  CommandLine line(self, io);
  std::string what, text;
  line.required_argument("SHELL", &what, "bash, zsh or fish: print what completes a line of that shell");
  line.option("--line", &text, "with `words` for SHELL: the line so far; print the words that it may go on with");
  line.suggest("SHELL", [](const Arguments&) {
    std::vector<Suggestion> words;
    for (const Shell& shell : kShells) words.push_back({std::string(shell.name), ""});
    return words;
  });
  if (std::optional<int> over = line.parse(args)) return *over;
  if (what == "words") {
    io.out(Completion(io).answer(words_of(text)));
    return kFine;
  }
  for (const Shell& shell : kShells) {
    if (shell.name != what) continue;
    io.out(shell.script);
    return kFine;
  }
  return io.fail(kUsage, fmt::format("'{}': bash, zsh or fish is expected", what));
}

}  // namespace hammock::cli
