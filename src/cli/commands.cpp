// SPDX-License-Identifier: Apache-2.0
// The table of commands, and how one is chosen and run.
#include <fmt/format.h>

#include <new>

#include "command_line.h"
#include "hammock/base/suggest.h"
#include "hammock/jit/executable.h"
#include "manual.h"

namespace hammock::cli {

// What the rows run, each but the help in a file of its name.
using Execute = int(Io&, const Command&, const Arguments&);
Execute check_command, fmt_command, migrate_command, opt_command, diff_command, cost_command, graph_command,
    report_command, bisect_command, reduce_command, rules_command, run_script_command, bench_command, machine_command,
    test_command, list_command, explain_command, completion_command, lsp_command, cache_command, help_command;

namespace {

constexpr Command kCommands[] = {
    {"check", "FILE|FOLDER...", "parse, infer, verify; print every problem",
     "  hammock check model.py\n"
     "  hammock check models/                every script in the folder and below\n"
     "  hammock check --diagnostics=json *.py\n",
     check_command},
    {"fmt", "[--check] [-i] FILE|FOLDER...", "print the canonical text",
     "  hammock fmt model.py\n"
     "  hammock fmt -i *.py                 rewrite the files in place\n"
     "  hammock fmt --check models/         exit with 1 if one is not canonical\n"
     "  hammock fmt --dialect=tvm-0.26 a.py  as TVM 0.26 spells it\n",
     fmt_command},
    {"migrate", "[--to=tvm-0.26] FILE|FOLDER...", "rewrite scripts in the spelling of another version of TVM",
     "  hammock migrate model.py                     to what TVM 0.26 prints and reads, in place\n"
     "  hammock migrate --to=tvm-0.19 *.py           and back\n"
     "  hammock migrate models/                      every script in the folder and below\n"
     "  hammock migrate --check *.py                 exit with 1 if a file would change\n"
     "  hammock migrate --diff model.py              print what would change\n",
     migrate_command},
    {"opt", "[--passes=P] [--rules=R]... FILE [-o OUT]", "rewrite a script with passes and rules, in the order given",
     "  hammock opt --passes=CombineParallelMatmul,DeadCodeElimination model.py\n"
     "  hammock opt --passes='CombineParallelMatmul{min-branches=3}' --diff model.py\n"
     "  hammock opt --rules=rules.py --passes=DeadCodeElimination model.py\n"
     "  hammock opt --rules=patterns.py --passes=FuseOpsByPattern model.py\n"
     "  hammock opt --passes='[CombineParallelMatmul,DeadCodeElimination]*4' --timing=json model.py -o out.py\n",
     opt_command},
    {"bisect", "[--passes=P] [--rules=R]... FILE", "find the change of a pass or rule that makes a script wrong",
     "  hammock bisect --rules=rules.py model.py            numbers that differ\n"
     "  hammock bisect --passes=zero --crash --time-limit=10 model.py\n"
     "  hammock bisect --passes=zero --test='./works.sh {}' model.py\n",
     bisect_command},
    {"reduce", "[--passes=P] [--rules=R]... FILE [-o OUT]", "make a script that shows a failure as small as it can be",
     "  hammock reduce --rules=rules.py model.py -o small.py     numbers that the rules change\n"
     "  hammock reduce --engines model.py                        the JIT disagrees with the reference executor\n"
     "  hammock reduce --code=E0403 model.py\n"
     "  hammock reduce --test='./is_interesting.sh {}' model.py  exit code 0: still interesting\n",
     reduce_command},
    {"diff", "BEFORE [AFTER]", "what changed between two scripts, by what is computed",
     "  hammock diff before.py after.py\n"
     "  hammock diff both.py                 one file with two definitions\n"
     "  hammock diff --equal a.py b.py       exit with 0 if they are the same up to names\n"
     "  hammock opt --passes=CombineParallelMatmul model.py | hammock diff model.py -\n",
     diff_command},
    {"cost", "FILE [--entry=NAME] [--dim=n=8]", "operations, bytes and memory of each binding and function",
     "  hammock cost model.py\n"
     "  hammock cost --dim=n=128 --sort=operations --top=10 model.py\n"
     "  hammock cost --entry=matmul --json model.py\n",
     cost_command},
    {"graph", "FILE [--entry=main] [-o OUT.svg]", "draw a function, as SVG or for Graphviz",
     "  hammock graph model.py -o model.svg\n"
     "  hammock graph --whole model.py -o model.svg    a box for each binding\n"
     "  hammock graph --format=dot model.py | dot -Tpdf -o model.pdf\n",
     graph_command},
    {"report", "[--passes=P] [--rules=R]... FILE [-o OUT.html]", "a page for a browser: what passes did to a script",
     "  hammock report --passes=CombineParallelMatmul,DeadCodeElimination model.py -o report.html\n"
     "  hammock report --passes=zero --run --fill='rand(normal,seed=7)' model.py -o report.html\n"
     "  hammock report model.py -o report.html              the script as it is: text, graph and cost\n",
     report_command},
    {"rules", "check|list|run FILE", "try the rules of a rule script, list them, or run it by itself",
     "  hammock rules check rules.py         on random programs that each rule matches\n"
     "  hammock rules run tutorial.py        with the functions that the script defines itself\n"
     "  hammock opt --rules=rules.py model.py\n",
     rules_command},
    {"run", "FILE [--entry=main] [--input=NAME=SPEC]...", "run a function on the CPU",
     "  hammock run model.py --fill='rand(normal,seed=7)'\n"
     "  hammock run model.py --input=x=2x3xf32='[1 2 3][4 5 6]' --input=w=@w.npy\n"
     "  hammock run model.py --inputs=in.npz --expect=out.npz --rtol=1e-4\n"
     "  hammock run model.py --inputs=DIR --outputs=DIR2 --repeat=20 --json\n"
     "  hammock run model.py --dim=n=1..512:7 --fill=rand       at 1, 8, 15 ..., by both engines\n",
     run_script_command},
    {"bench", "FILE [--entry=main] [--compare=OTHER]", "measure a function, as a whole and kernel by kernel",
     "  hammock bench model.py\n"
     "  hammock bench model.py --dim=n=128 --runs=50 --json\n"
     "  hammock bench model.py --compare=other.py    in turn: what slows the machine down meets both\n"
     "  hammock opt --passes=zero model.py | hammock bench model.py --compare=-\n",
     bench_command},
    {"machine", "[--fresh]", "what this machine can do at most: arithmetic, caches, memory",
     "  hammock machine                      measured once, and kept\n"
     "  hammock machine --fresh --json\n",
     machine_command},
    {"test", "PATH... [--update]", "run golden tests",
     "  hammock test tests/golden\n"
     "  hammock test --update tests/golden/passes/one_idea.py\n",
     test_command},
    {"list", "ops|passes|patterns|diagnostics [FILTER]", "print one of the tables",
     "  hammock list passes\n"
     "  hammock list ops conv\n"
     "  hammock list ops 'nn.*pool*' --json\n",
     list_command},
    {"explain", "[NAME...]", "explain an operator, a pass or a diagnostic, with an example",
     "  hammock explain nn.conv2d               what it computes, its parameters, an example that is run\n"
     "  hammock explain CombineParallelMatmul   what it does, its options, a script before and after it\n"
     "  hammock explain E0403                   an example that gets the message, and its remedy\n"
     "  hammock explain                         list what can be explained\n"
     "  hammock explain --html=docs             everything as pages, with an index.html\n",
     explain_command},
    {"completion", "bash|zsh|fish", "print what completes commands, flags and their values in a shell",
     "  source <(hammock completion bash)                                        in ~/.bashrc\n"
     "  source <(hammock completion zsh)                                         in ~/.zshrc, behind compinit\n"
     "  hammock completion fish > ~/.config/fish/completions/hammock.fish\n",
     completion_command},
    {"lsp", "", "serve an editor: a language server (LSP 3.17) on the standard streams",
     "  hammock lsp                         editors start it: see 'In an editor' in the README\n"
     "  vim.lsp.start{name = 'hammock', cmd = {'hammock', 'lsp'}}       in Neovim\n",
     lsp_command},
    {"cache", "[--clear]", "say what `run` keeps of earlier runs, or remove it",
     "  hammock cache                       where it is, how much, and how many kernels\n"
     "  hammock cache --clear\n"
     "  HAMMOCK_CACHE=off hammock run model.py --fill=rand        without it; as with --no-cache\n",
     cache_command},
    {"help", "[COMMAND]", "explain a command",
     "  hammock help run\n"
     "  hammock help --man run | man -l -    as a manual page\n",
     help_command},
};

std::string overview() {
  std::string text(kSummary);
  text += "usage: hammock COMMAND [FLAGS] [FILE...]        '-' or no file: standard input\n\ncommands:\n";
  for (const Command& c : kCommands) text += fmt::format("  {:12}{}\n", c.name, c.help);
  return text + "\nexamples:\n" + std::string(kExamples) + "\nexit codes:\n" + exit_codes("  ") +
         "\nhammock help COMMAND explains a command; hammock --version names the version, LLVM and this CPU.\n";
}

std::string version() { return fmt::format("hammock {}\n{}\n", HAMMOCK_VERSION, jit::target_description()); }

}  // namespace

std::span<const Command> commands() { return kCommands; }

const Command* find_command(std::string_view name) {
  for (const Command& c : kCommands) {
    if (c.name == name) return &c;
  }
  return nullptr;
}

int help_command(Io& io, const Command& self, const Arguments& args) {
  if (args.empty() && !io.inspect) {
    io.out(overview());
    return kFine;
  }
  CommandLine line(self, io);
  std::string name;
  bool is_manual = false;
  line.argument("COMMAND", &name, "the command; none: all of them");
  line.suggest("COMMAND", [](const Arguments&) { return suggestions(commands()); });
  line.flag("--man", is_manual, "as a manual page (man 7 groff_man)");
  if (std::optional<int> over = line.parse(args)) return *over;
  const Command* command = find_command(name);
  if (!name.empty() && !command) return run_command(io, {name});  // the message of an unknown command
  if (!is_manual) return run_command(io, name.empty() ? Arguments{"help"} : Arguments{name, "--help"});
  io.out(command ? manual_page(io, *command) : manual_page());
  return kFine;
}

int run_command(Io& io, const Arguments& args) {
  if (args.empty()) {
    io.err(overview());
    return kUsage;
  }
  if (args[0] == "--help" || args[0] == "-h") return help_command(io, *find_command("help"), {});
  if (args[0] == "--version") {
    if (args.size() > 1) return io.fail(kUsage, fmt::format("--version stands alone, without '{}'", args[1]));
    io.out(version());
    return kFine;
  }
  // Before the flags are read: what is wrong with them is a diagnostic, too.
  for (size_t i = 0; i < args.size() && args[i] != "--"; ++i) {
    io.diagnostics.json |=
        args[i] == "--diagnostics=json" || (args[i] == "json" && i > 0 && args[i - 1] == "--diagnostics");
  }
  const Command* command = find_command(args[0]);
  if (!command) {
    std::vector<std::string_view> names;
    for (const Command& c : kCommands) names.push_back(c.name);
    return io.fail(kUsage, fmt::format("'{}' is not a command{}", args[0], did_you_mean(args[0], names)));
  }
  try {
    return command->run(io, *command, {args.begin() + 1, args.end()});
  } catch (const InternalError& error) {
    io.err(
        fmt::format("hammock {}: internal error: {}\nThis is a defect of Hammock; please report it with the script.\n",
                    command->name, error.what()));
    return kInternal;
  } catch (const std::bad_alloc&) {
    return io.fail(kRunFailed, "out of memory");
  }
}

}  // namespace hammock::cli
