// SPDX-License-Identifier: Apache-2.0
// Hammock as a library: read a script, rewrite it, compile it, call it; the script calls a function of this file.
#include <cstdio>

#include "hammock/exec/host_program.h"
#include "hammock/passes/pass.h"
#include "hammock/print/print.h"
#include "hammock/read/read.h"

using namespace hammock;

constexpr const char* kScript = R"(
@R.function
def main(x: R.Tensor((2, 3), "float32"), v: R.Tensor((3, 2), "float32"), w: R.Tensor((3, 2), "float32")):
    with R.dataflow():
        y = R.nn.relu(R.matmul(x, v))
        z = R.matmul(x, w)
        sum = R.add(y, z)
        out = R.call_dps_packed("my.negate", (sum,), out_sinfo=R.Tensor((2, 2), "float32"))
        R.output(out)
    return out
)";

// Behind the operands stands the fresh output.
Result<RuntimeValue> negate(std::span<const RuntimeValue> args) {
  const Tensor *x = args[0].tensor(), *out = args[1].tensor();
  if (x->dtype != kFloat32) return Error{Error::Kind::run, "float32 is expected, not " + to_string(x->dtype), {}};
  for (int64_t i = 0; i < x->elements(); ++i) out->as<float>()[i] = -x->as<float>()[i];
  return RuntimeValue{};
}

int main() {
  auto source = std::make_shared<Source>("embedded", kScript);
  Diagnostics diagnostics(source);
  std::optional<Module> module = read_module(source, std::make_shared<Context>(), diagnostics);
  std::optional<std::vector<PipelineStep>> pipeline =
      parse_pipeline("CombineParallelMatmul,DeadCodeElimination", diagnostics);
  if (!module || !pipeline) return std::fputs(render(diagnostics).c_str(), stderr), 1;
  PassContext context{diagnostics};
  run_pipeline(*module, *pipeline, context, /*verify_each=*/true);
  std::printf("%s\n", print(*module).c_str());

  if (!jit::is_available()) return 0;  // this build has no LLVM
  HostFunctions functions;
  functions.add("my.negate", negate);
  exec::HostOptions options;
  options.host_functions = &functions;
  exec::HostProgram program(*module, GlobalId(0), options);
  std::vector<RuntimeValue> args;
  for (auto shape : {std::vector<int64_t>{2, 3}, {3, 2}, {3, 2}}) {
    Tensor t = *Tensor::make(kFloat32, shape);
    for (int i = 0; i < t.elements(); ++i) t.as<float>()[i] = static_cast<float>(i);
    args.push_back({t});
  }
  Result<RuntimeValue> result = program.run(args);
  if (!result) return std::fprintf(stderr, "%s\n", result.error().text.c_str()), 1;
  const float* out = result->tensor()->as<float>();
  std::printf("[[%g %g] [%g %g]]\n", out[0], out[1], out[2], out[3]);
  // x v = x w = [[10 13] [28 40]], and relu changes nothing here.
  return out[0] == -20 && out[1] == -26 && out[2] == -56 && out[3] == -80 ? 0 : 1;
}
