// SPDX-License-Identifier: Apache-2.0
// matmul and einsum (operators 2.8).
#include <utility>

#include "infer_call.h"

namespace hammock::rules {

StructInfo matmul(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo a, b;
  if (!r.tensor(0, a) || !r.tensor(1, b)) return {};
  DType dtype = r.dtype("out_dtype");
  if (dtype.is_unknown() && !r.common_dtype(a, b, dtype)) return {};
  uint32_t vdevice = a.vdevice == b.vdevice || b.vdevice == kNoDevice ? a.vdevice
                     : a.vdevice == kNoDevice                         ? b.vdevice
                                                                      : kNoDevice;
  for (const TensorInfo* t : {&a, &b}) {
    if (t->ndim == 0) return r.fail(Diag::shape_mismatch, r.at(t == &b), " must have rank 1 or more, found ", t->info);
  }
  if (!a.has_rank() || !b.has_rank()) return r.of_rank(-1, dtype, vdevice);
  bool left_vector = a.ndim == 1, right_vector = b.ndim == 1;
  int rank = std::max({a.ndim, b.ndim, 2}) - left_vector - right_vector;
  if (!a.dims || !b.dims) return r.of_rank(rank, dtype, vdevice);

  const Dims &x = *a.dims, &y = *b.dims;
  size_t k = right_vector ? 0 : y.size() - 2;
  if (r.unequal(x.back(), y[k])) {
    return r.fail(Diag::shape_mismatch, "shapes ", x, " and ", y, " cannot be multiplied: ", x.back(),
                  " columns here and ", y[k], " rows there");
  }
  Dims batch, x_batch(x.begin(), x.end() - (left_vector ? 1 : 2)), y_batch(y.begin(), y.end() - (right_vector ? 1 : 2));
  InferCall::Broadcast result = r.broadcast(x_batch, y_batch, batch);
  if (result == InferCall::Broadcast::failed) return {};
  if (result == InferCall::Broadcast::unknown) return r.of_rank(rank, dtype, vdevice);
  if (!left_vector) batch.push_back(x[x.size() - 2]);
  if (!right_vector) batch.push_back(y.back());
  return r.of_dims(batch, dtype, vdevice);
}

namespace {

constexpr char kEllipsis = '.';

// The labels of each operand and of the result, `...` as one dot, blanks left out.
struct Subscripts {
  std::vector<std::string> operands;
  std::string result;
};

bool parse_subscripts(InferCall& r, std::string_view text, Subscripts& out) {
  auto wrong = [&] { return r.wrong(Diag::bad_attribute_value, r.at("subscripts"), "=\"", text, "\" cannot be read"); };
  std::string current;
  bool in_result = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == ' ') continue;
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
      current += c;
    } else if (text.substr(i, 3) == "..." && current.find(kEllipsis) == std::string::npos) {
      current += kEllipsis;
      i += 2;
    } else if (c == ',' && !in_result) {
      out.operands.push_back(std::exchange(current, {}));
    } else if (text.substr(i, 2) == "->" && !in_result) {
      out.operands.push_back(std::exchange(current, {}));
      in_result = true;
      ++i;
    } else {
      return wrong();
    }
  }
  if (in_result) {
    out.result = current;
    return true;
  }
  // Without an arrow: the ellipsis, then the labels that occur once, in alphabetical order.
  out.operands.push_back(current);
  std::string all;
  for (const std::string& o : out.operands) all += o;
  std::ranges::sort(all);
  for (size_t i = 0; i < all.size(); ++i) {
    bool repeated = (i > 0 && all[i - 1] == all[i]) || (i + 1 < all.size() && all[i + 1] == all[i]);
    if (!repeated && all[i] != kEllipsis) out.result += all[i];
  }
  if (all.starts_with(kEllipsis)) out.result.insert(out.result.begin(), kEllipsis);
  return true;
}

struct Extents {
  Prim of_label[128];
  Dims ellipsis;
  std::string undecided;  // labels that stand for dims of which nobody knows whether they are equal
};

// Gives each label the extent of its dim; 1 gives way to others.
bool bind_labels(InferCall& r, const std::string& labels, const Dims& dims, Extents& out) {
  size_t named = labels.size() - (labels.find(kEllipsis) != std::string::npos);
  bool has_ellipsis = named != labels.size();
  if (has_ellipsis ? dims.size() < named : dims.size() != named) {
    return r.wrong(Diag::shape_mismatch, "an operand of shape ", dims, " has ", dims.size(), " dims for the ", named,
                   " labels \"", labels, "\"");
  }
  size_t at = 0;
  for (char label : labels) {
    if (label == kEllipsis) {
      Dims middle(dims.begin() + static_cast<std::ptrdiff_t>(at),
                  dims.begin() + static_cast<std::ptrdiff_t>(at + dims.size() - named)),
          joined;
      at += middle.size();
      InferCall::Broadcast result = r.broadcast(out.ellipsis, middle, joined);
      if (result == InferCall::Broadcast::failed) return false;
      if (result == InferCall::Broadcast::unknown) {
        out.undecided += kEllipsis;
        if (middle.size() > out.ellipsis.size()) out.ellipsis = std::move(middle);  // for the rank
      } else {
        out.ellipsis = std::move(joined);
      }
      continue;
    }
    Prim& extent = out.of_label[static_cast<size_t>(label)];
    Prim d = dims[at++];
    if (!extent || r.prims.is_constant(extent, 1)) {
      extent = d;
    } else if (r.prims.is_constant(d, 1) || r.equal(extent, d)) {
      continue;
    } else if (r.unequal(extent, d)) {
      return r.wrong(Diag::shape_mismatch, "label ", std::string(1, label), " stands for the lengths ", extent, " and ",
                     d);
    } else {
      out.undecided += label;
    }
  }
  return true;
}

}  // namespace

StructInfo einsum(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  std::vector<TensorInfo> tensors;
  if (!r.tensors(0, tensors)) return {};
  if (tensors.empty()) return r.fail(Diag::argument_count, r.at("operands"), " must not be empty");
  bool all_explicit = true;
  for (const TensorInfo& t : tensors) {
    if (t.dtype != tensors[0].dtype)
      return r.fail(Diag::dtype_mismatch, r.at("operands"), " have dtypes ", tensors[0].dtype, " and ", t.dtype);
    all_explicit &= t.dims.has_value();
  }
  Subscripts subscripts;
  if (!parse_subscripts(r, r.string("subscripts"), subscripts)) return {};
  if (subscripts.operands.size() != tensors.size()) {
    return r.fail(Diag::argument_count, r.at("subscripts"), "=\"", r.string("subscripts"), "\" is for ",
                  subscripts.operands.size(), " operands, found ", tensors.size());
  }
  uint32_t vdevice = r.lenient_vdevice(tensors);
  bool known_rank = all_explicit || subscripts.result.find(kEllipsis) == std::string::npos;
  if (!all_explicit)
    return r.of_rank(known_rank ? static_cast<int>(subscripts.result.size()) : -1, tensors[0].dtype, vdevice);
  Extents extents;
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (!bind_labels(r, subscripts.operands[i], *tensors[i].dims, extents)) return {};
  }
  Dims out;
  for (char label : subscripts.result) {
    if (label == kEllipsis) {
      out.insert(out.end(), extents.ellipsis.begin(), extents.ellipsis.end());
    } else if (Prim d = extents.of_label[static_cast<size_t>(label)]) {
      out.push_back(d);
    } else {
      return r.fail(Diag::bad_attribute_value, "label ", std::string(1, label), " of the result occurs in no operand");
    }
  }
  bool is_undecided = subscripts.result.find_first_of(extents.undecided) != std::string::npos;
  return is_undecided ? r.of_rank(static_cast<int>(out.size()), tensors[0].dtype, vdevice)
                      : r.of_dims(out, tensors[0].dtype, vdevice);
}

}  // namespace hammock::rules
