// SPDX-License-Identifier: Apache-2.0
// Threads as serial loops.
//
//   blocks     Loops over blockIdx are loops.
//   threads    So are those over other threads, as long as nothing in them exchanges data: stores to and loads from a
//              shared memory, or waits for the others.
//   barriers   Where threads exchange data, TVM puts barriers between the statements; here each statement is run by all
//              threads before the next one is. So the loops over the threads go down, below serial loops, conditions
//              and blocks that are the same for all threads, to statements that exchange nothing, and to those that
//              differ from thread to thread, in which nobody may wait.
//   one thread A loop over a thread inside of one over the same thread does not loop: it is that thread.
//   memory     What is allocated inside of the threads' loops and outlives a barrier gets a dim for the threads.
//              Shared memory that the innermost threads allocate and never wait for is memory of each. Local memory
//              from outside of the loops stays one where each thread has places of its own in it.
#include "hammock/tir/threads.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "hammock/prim/symbols.h"
#include "hammock/prim/walk.h"
#include "hammock/tir/effects.h"
#include "hammock/tir/walk.h"

namespace hammock::tir {
namespace {

constexpr int kMaxDepth = 1000;        // of statements with threads around or in them
constexpr size_t kMaxThreads = 32;     // loops over threads inside of each other
constexpr size_t kSharedBuffers = 64;  // that are told apart

bool is_shared_scope(std::string_view scope) {
  return scope.starts_with("shared") || scope == "warp" || scope.starts_with("wmma.") || scope.starts_with("m16n8k8.");
}

// What a statement, or an expression, does to memory that threads share.
struct Use {
  uint64_t stored = 0, loaded = 0;  // a bit for each
  bool waits = false, has_threads = false;

  void add(const Use& u) {
    stored |= u.stored;
    loaded |= u.loaded;
    waits |= u.waits;
    has_threads |= u.has_threads;
  }
  bool exchanges() const { return waits || (stored & loaded) != 0; }
};

struct Thread {
  std::string_view tag;
  Prim var, min, extent;
};

class Threads {
 public:
  explicit Threads(const Kernel& kernel)
      : kernel_(std::make_shared<Kernel>(kernel)), context_(*kernel_->context), prims_(context_.prims) {}

  Result<std::shared_ptr<const Kernel>> run() {
    try {
      find_uses();
      kernel_->body = outside(kernel_->body, 0);
      put_in_values();
    } catch (Error& error) {
      return std::move(error);
    }
    return std::shared_ptr<const Kernel>(std::move(kernel_));
  }

 private:
  Stmt& stmt(StmtId id) { return (*kernel_)[id]; }
  const Block& block(const Stmt& s) const { return kernel_->blocks[s.number]; }
  std::string_view text(Name n) const { return n ? context_.text(n) : ""; }
  std::vector<StmtId> list(Suite s) const { return {kernel_->suite(s).begin(), kernel_->suite(s).end()}; }
  [[noreturn]] void fail(const Stmt& s, std::string what) const {
    const std::string name(text(kernel_->name));
    throw Error{Error::Kind::unsupported, "kernel '" + name + "': " + std::move(what), s.span};
  }

  // ---- threads ----

  std::optional<Thread> thread(const Stmt& s) const {
    if (s.kind == StmtKind::loop && s.loop == ForKind::thread_binding)
      return Thread{text(s.text), s.var, s.min, s.value};
    const std::string_view key = s.kind == StmtKind::attr ? text(s.text) : "";
    if (!is_thread_key(key) || s.number == Id<int>::kNone) return std::nullopt;
    const AttrNode& n = kernel_->nodes[s.number];
    if (n.kind != AttrNode::Kind::iter_var) return std::nullopt;
    return Thread{text(n.iter_var.tag), n.iter_var.var, n.iter_var.domain.min, s.value};
  }
  // One that may wait for others.
  std::optional<Thread> cooperating(const Stmt& s) const {
    std::optional<Thread> t = thread(s);
    return t && !t->tag.starts_with("blockIdx") ? t : std::nullopt;
  }
  const Thread* known(std::string_view tag) const {
    for (const std::vector<Thread>* list : {&threads_, &loops_}) {
      auto at = std::ranges::find(*list, tag, &Thread::tag);
      if (at != list->end()) return &*at;
    }
    return nullptr;
  }

  // ---- what statements do to shared memory ----

  void find_uses() {
    for (const Buffer& b : kernel_->buffers) {
      if (!is_shared_scope(kernel_->scope(b))) continue;
      const uint64_t bit = uint64_t{1} << std::min(shared_.size(), kSharedBuffers - 1);
      shared_.try_emplace(b.data.index, bit);
    }
    uses_.resize(kernel_->stmts.size());
    std::vector<StmtId> around;
    int threads = 0;
    auto leave = [&](StmtId id) {
      if (!around.empty()) uses_[around.back().index].add(uses_[id.index]);
    };
    walk(
        *kernel_, kernel_->body,
        [&](StmtId id) {
          const Stmt& s = stmt(id);
          uses_[id.index] = own_use(s);
          if (s.kind == StmtKind::store || s.kind == StmtKind::evaluate || s.kind == StmtKind::prefetch)
            return leave(id), false;
          threads += cooperating(s).has_value();
          around.push_back(id);
          return true;
        },
        [](StmtId, Part) {}, [](StmtId, Part) {},
        [&](StmtId id) {
          around.pop_back();
          Stmt& s = stmt(id);
          Use& use = uses_[id.index];
          const bool is_innermost = threads > 0 && !use.has_threads && !use.waits;
          if (is_innermost && s.kind == StmtKind::allocate) keep_to_thread(s.var, use);
          if (is_innermost && s.kind == StmtKind::block) {
            for (BufferId b : block(s).allocations) keep_to_thread((*kernel_)[b].data, use);
          }
          use.has_threads |= cooperating(s).has_value();
          threads -= cooperating(s).has_value();
          leave(id);
        });
  }

  // Memory that a thread allocates for itself.
  void keep_to_thread(Prim data, Use& use) {
    auto at = shared_.find(data.index);
    if (at == shared_.end() || at->second == uint64_t{1} << (kSharedBuffers - 1)) return;
    use.stored &= ~at->second;
    use.loaded &= ~at->second;
    shared_.erase(at);
  }

  Use own_use(const Stmt& s) {
    Use use;
    if (s.kind == StmtKind::store) use.stored |= bit_of((*kernel_)[s.buffer].data);
    look(s.value, use);
    look(s.min, use);
    for (Prim p : kernel_->list(s)) look(p, use);
    if (s.kind != StmtKind::block) return use;
    for (Prim p : block(s).values) look(p, use);
    look(block(s).predicate, use);
    return use;
  }
  uint64_t bit_of(Prim data) const {
    auto at = shared_.find(data.index);
    return at == shared_.end() ? 0 : at->second;
  }
  void look(Prim root, Use& use) {
    if (!root) return;
    std::unordered_set<uint32_t> seen;
    operands_first(
        prims_, root, [&](Prim e) { return seen.contains(e.index); },
        [&](Prim e, const std::vector<Prim>&) {
          seen.insert(e.index);
          const PrimNode& n = prims_[e];
          if (n.kind == PrimKind::load) use.loaded |= bit_of((*kernel_)[BufferId(n.c)].data);
          if (n.kind == PrimKind::call) use.waits |= text(n.name()) == "tvm_storage_sync";
          if (n.kind != PrimKind::var) return;
          use.loaded |= bit_of(e);  // its pointer: whoever has it may do either
          use.stored |= bit_of(e);
        });
  }

  // ---- outside of threads, and where they exchange nothing ----

  void go_into(Stmt& s, int depth) {
    if (depth > kMaxDepth) fail(s, "threads in statements that are nested deeper than " + std::to_string(kMaxDepth));
    if (s.kind == StmtKind::block) {
      const uint32_t number = s.number;
      const Suite init = outside(block(s).init, depth), body = outside(block(s).body, depth);
      kernel_->blocks[number].init = init;
      kernel_->blocks[number].body = body;
      return;
    }
    const Suite body = outside(s.body, depth), other = s.has_else ? outside(s.other, depth) : Suite();
    s.body = body;
    s.other = other;
  }

  // A statement that each thread runs by itself cannot leave a loop that all of them run together.
  void refuse_jumps(const Stmt& root) const {
    walk(
        *kernel_, root.body,
        [&](StmtId id) {
          const Jump jump = jump_of(*kernel_, (*kernel_)[id]);
          if (jump == Jump::break_ || jump == Jump::continue_)
            fail((*kernel_)[id], "'break' and 'continue' where threads exchange data cannot be run");
          return true;
        },
        [](StmtId, Part) {}, [](StmtId, Part) {}, [](StmtId) {});
  }

  Suite outside(Suite suite, int depth) {
    if (suite.size == 0) return suite;
    std::vector<StmtId> out;
    for (StmtId id : list(suite)) {
      Stmt s = stmt(id);
      if (s.kind == StmtKind::store || s.kind == StmtKind::evaluate || s.kind == StmtKind::prefetch) {
        out.push_back(id);
        continue;
      }
      const std::optional<Thread> t = thread(s);
      if (t && join(s, *t)) {
        for (StmtId inner : list(outside(s.body, depth + 1))) out.push_back(inner);
        continue;
      }
      if (t && threads_.empty() && cooperating(s) && uses_[id.index].exchanges()) {
        refuse_jumps(s);
        find_dependences(s);
        distribute(id, out, depth + 1);
        continue;
      }
      if (t) loops_.push_back(*t);
      go_into(s, depth + 1);
      if (t) {
        as_loop(s, *t);
        loops_.pop_back();
      }
      stmt(id) = std::move(s);
      out.push_back(id);
    }
    return kernel_->add(out);
  }

  // Is it a thread that is there already? Then its variable stands for that one's.
  bool join(const Stmt& s, const Thread& t) {
    const Thread* outer = known(t.tag);
    if (!outer && threads_.size() + loops_.size() >= kMaxThreads)
      fail(s, "more than " + std::to_string(kMaxThreads) + " loops over threads inside of each other");
    if (!outer) return false;
    if (!is_same_number(outer->extent, t.extent))
      fail(s, "two loops over the thread \"" + std::string(t.tag) + "\" are nested and have different extents");
    if (outer->var == t.var) return true;
    Prim at = plus_minimum(outer->var, outer->min, PrimKind::sub);
    at = plus_minimum(as(at, prims_[t.var].dtype), t.min, PrimKind::add);
    values_[t.var] = at;
    return true;
  }
  bool is_same_number(Prim a, Prim b) const {
    return a == b || (prims_.constant(a) && prims_.constant(a) == prims_.constant(b));
  }
  Prim plus_minimum(Prim at, Prim min, PrimKind kind) {
    return !min || prims_.is_constant(min, 0) ? at : prims_.fold(kind, at, as(min, prims_[at].dtype));
  }
  Prim as(Prim e, DType dtype) {
    if (prims_[e].dtype == dtype) return e;
    if (const std::optional<int64_t> v = prims_.constant(e)) return prims_.integer(*v, dtype);
    return prims_.node(PrimKind::cast, dtype, e);
  }

  void as_loop(Stmt& s, const Thread& t) const {
    s.kind = StmtKind::loop;
    s.loop = ForKind::serial;
    s.var = t.var;
    s.min = t.min ? t.min : kernel_->context->prims.integer(0, prims_[t.var].dtype);
    s.value = t.extent;
    s.text = {};
    s.annotations = {};
    s.number = Id<int>::kNone;
  }

  // ---- threads that exchange data ----

  // The threads on which variables depend, a bit for each tag.
  void find_dependences(const Stmt& root) {
    std::vector<std::string_view> tags;
    auto set = [&](Prim var, uint64_t bits) { depends_[var.index] |= bits; };
    auto look_at = [&](const Stmt& s) {
      if (const std::optional<Thread> t = cooperating(s)) {
        auto at = std::ranges::find(tags, t->tag);
        if (at == tags.end()) at = tags.insert(tags.end(), t->tag);
        if (prims_.is_constant(t->extent, 1)) set(t->var, 0);
        else set(t->var, uint64_t{1} << std::min<size_t>(static_cast<size_t>(at - tags.begin()), 63));
      }
      if (s.kind == StmtKind::let) set(s.var, dependence(s.value));
      if (s.kind != StmtKind::block) return;
      for (size_t i = 0; i < block(s).values.size(); ++i) set(block(s).vars[i].var, dependence(block(s).values[i]));
    };
    look_at(root);
    walk(
        *kernel_, root.body, [&](StmtId id) { return look_at(stmt(id)), true; }, [](StmtId, Part) {},
        [](StmtId, Part) {}, [](StmtId) {});
  }
  uint64_t dependence(Prim root) {
    uint64_t bits = 0;
    if (!root) return bits;
    std::unordered_set<uint32_t> seen;
    operands_first(
        prims_, root, [&](Prim e) { return seen.contains(e.index); },
        [&](Prim e, const std::vector<Prim>&) {
          seen.insert(e.index);
          if (auto at = depends_.find(e.index); at != depends_.end()) bits |= at->second;
          if (prims_[e].kind != PrimKind::load) return;
          const Buffer& b = (*kernel_)[BufferId(prims_[e].c)];
          if (private_.contains(b.data.index) || kernel_->scope(b) == "local") bits |= ~uint64_t{0};
        });
    return bits;
  }
  bool is_uniform(Prim e) { return dependence(e) == 0; }

  // Run by all threads before what comes next.
  void distribute(StmtId id, std::vector<StmtId>& out, int depth) {
    Stmt s = stmt(id);
    if (depth > kMaxDepth) fail(s, "threads in statements that are nested deeper than " + std::to_string(kMaxDepth));
    if (const std::optional<Thread> t = cooperating(s)) {
      const bool is_new = !join(s, *t);
      if (is_new && (!is_uniform(t->min) || !is_uniform(t->extent))) fail(s, "as many threads as another thread says");
      if (is_new) threads_.push_back(*t);
      distribute(s.body, out, depth);
      if (is_new) threads_.pop_back();
      return;
    }
    if (!uses_[id.index].exchanges()) return run_by_all(id, out, depth);
    auto inside = [&](Suite suite) {
      std::vector<StmtId> inner;
      distribute(suite, inner, depth);
      return kernel_->add(inner);
    };
    switch (s.kind) {
      case StmtKind::evaluate:
        if (is_barrier(s)) return;
        return run_by_all(id, out, depth);
      case StmtKind::loop:
        if (!is_uniform(s.min) || !is_uniform(s.value)) return run_by_all(id, out, depth);
        if (const std::optional<Thread> t = thread(s)) as_loop(s, *t);
        break;
      case StmtKind::attr:
        if (const std::optional<Thread> t = thread(s)) as_loop(s, *t);
        break;
      case StmtKind::while_:
      case StmtKind::if_:
        if (!is_uniform(s.value)) return run_by_all(id, out, depth);
        break;
      case StmtKind::let:
        if (!is_uniform(s.value)) return distribute_let(s, out, depth);
        break;
      case StmtKind::assertion: {
        Stmt check = s;
        check.body = {};
        run_by_all(kernel_->add(std::move(check)), out, depth);
        return distribute(s.body, out, depth);
      }
      case StmtKind::allocate: allocate(s); break;
      case StmtKind::block: return distribute_block(id, out, depth);
      case StmtKind::declare:
      case StmtKind::allocate_const: break;
      default: return run_by_all(id, out, depth);
    }
    const Suite body = inside(s.body), other = s.has_else ? inside(s.other) : Suite();
    s.body = body;
    s.other = other;
    stmt(id) = std::move(s);
    out.push_back(id);
  }
  void distribute(Suite suite, std::vector<StmtId>& out, int depth) {
    for (StmtId id : list(suite)) distribute(id, out, depth + 1);
  }

  bool is_barrier(const Stmt& s) const {
    const PrimNode& n = prims_[s.value];
    if (n.kind != PrimKind::call || text(n.name()) != "tvm_storage_sync") return false;
    const std::span<const Prim> args = prims_.call_args(s.value);
    const bool is_named = !args.empty() && prims_[args[0]].kind == PrimKind::string_imm;
    const std::string_view scope = is_named ? text(prims_[args[0]].name()) : "";
    if (scope.starts_with("shared") || scope == "warp") return true;
    fail(s, "a barrier of scope \"" + std::string(scope) + "\", which is not executable on a CPU");
  }

  void distribute_block(StmtId id, std::vector<StmtId>& out, int depth) {
    Stmt s = stmt(id);
    const bool is_same =
        is_uniform(block(s).predicate) && std::ranges::all_of(block(s).values, [&](Prim p) { return is_uniform(p); });
    if (!is_same) return run_by_all(id, out, depth);
    for (BufferId b : block(s).allocations) {
      const Buffer& buffer = (*kernel_)[b];
      if (shared_.contains(buffer.data.index)) continue;
      if (!buffer.strides.empty() || buffer.elem_offset) fail(s, "memory of a thread that has strides or an offset");
      const std::vector<Prim> extents = buffer.shape;
      make_private(s, buffer.data, buffer.dtype, extents);
    }
    std::vector<StmtId> init, body;
    distribute(block(s).init, init, depth);
    distribute(block(s).body, body, depth);
    const Suite made_init = kernel_->add(init), made_body = kernel_->add(body);
    kernel_->blocks[s.number].init = made_init;
    kernel_->blocks[s.number].body = made_body;
    out.push_back(id);
  }

  // A value of each thread: where nothing changes it, it is computed where it is used.
  void distribute_let(const Stmt& s, std::vector<StmtId>& out, int depth) {
    bool is_fixed = true;
    std::unordered_set<uint32_t> seen;
    operands_first(
        prims_, s.value, [&](Prim e) { return seen.contains(e.index); },
        [&](Prim e, const std::vector<Prim>&) {
          seen.insert(e.index);
          is_fixed &= prims_[e].kind != PrimKind::load && prims_[e].kind != PrimKind::call;
        });
    if (!is_fixed) fail(s, "a variable of a thread that is used behind a barrier, and whose value is read or called");
    values_[s.var] = s.value;
    distribute(s.body, out, depth);
  }

  void allocate(Stmt& s) {
    if (shared_.contains(s.var.index)) return;
    const std::vector<Prim> extents(kernel_->list(s).begin(), kernel_->list(s).end());
    std::vector<Prim> all{threads_in_all()};
    all.insert(all.end(), extents.begin(), extents.end());
    make_private(s, s.var, s.dtype, extents);
    kernel_->set_list(s, all);
  }

  Prim threads_in_all() {
    Prim n = prims_.integer(1, kInt64);
    for (const Thread& t : threads_) n = prims_.fold(PrimKind::mul, n, as(t.extent, kInt64));
    return n;
  }

  // One for each thread, in a new first dim.
  void make_private(const Stmt& s, Prim data, DType dtype, std::span<const Prim> extents) {
    Prim elements = prims_.integer(1, kInt64), number = prims_.integer(0, kInt64);
    for (Prim e : extents) elements = prims_.fold(PrimKind::mul, elements, as(e, kInt64));
    for (const Thread& t : threads_) {
      number = prims_.fold(PrimKind::mul, number, as(t.extent, kInt64));
      number = prims_.fold(PrimKind::add, number, as(plus_minimum(t.var, t.min, PrimKind::sub), kInt64));
    }
    const Prim count = threads_in_all();
    for (Buffer& b : kernel_->buffers) {
      if (b.data != data) continue;
      if (b.dtype != dtype) fail(s, "memory of a thread that is seen as another type");
      const bool is_plain = b.strides.empty() && !b.elem_offset && std::ranges::equal(b.shape, extents);
      if (!is_plain && b.strides.empty()) {
        Prim step = prims_.integer(1, kInt64);
        for (size_t d = b.shape.size(); d-- > 0;) {
          b.strides.insert(b.strides.begin(), step);
          step = prims_.fold(PrimKind::mul, step, as(b.shape[d], kInt64));
        }
      }
      if (!is_plain) b.strides.insert(b.strides.begin(), elements);
      b.shape.insert(b.shape.begin(), count);
    }
    private_[data.index] = number;
  }

  // A statement of each thread.
  void run_by_all(StmtId id, std::vector<StmtId>& out, int depth) {
    const Stmt& first = stmt(id);
    if (uses_.size() > id.index && uses_[id.index].waits)
      fail(first, "a barrier to which not all threads come in the same way, which is not executable on a CPU");
    check_local(id);
    Suite body = outside(kernel_->add(std::array{id}), depth);
    for (size_t i = threads_.size(); i-- > 0;) {
      Stmt loop;
      loop.span = stmt(id).span;
      as_loop(loop, threads_[i]);
      loop.body = body;
      body = kernel_->add(std::array{kernel_->add(std::move(loop))});
    }
    for (StmtId made : list(body)) out.push_back(made);
  }

  // Memory of a thread from outside of the loops, where all have the same one, must not hold one thread's values.
  void check_local(StmtId id) {
    uint64_t all = 0;
    for (const Thread& t : threads_) all |= depends_[t.var.index];
    auto check = [&](const Stmt& s, BufferId b, std::span<const Prim> indices) {
      const Buffer& buffer = (*kernel_)[b];
      if (kernel_->scope(buffer) != "local" || private_.contains(buffer.data.index)) return;
      if (own_.contains(buffer.data.index)) return;
      uint64_t bits = 0;
      for (Prim i : indices) bits |= dependence(i);
      if ((bits & all) != all)
        fail(s, "memory of threads, '" + std::string(text(buffer.name)) +
                    "', that is allocated outside of their loops and lives across a barrier");
    };
    auto look_at = [&](StmtId at) {
      const Stmt& s = stmt(at);
      if (s.kind == StmtKind::allocate) own_.insert(s.var.index);
      if (s.kind == StmtKind::block) {
        for (BufferId b : block(s).allocations) own_.insert((*kernel_)[b].data.index);
      }
      if (s.kind == StmtKind::store) check(s, s.buffer, kernel_->list(s));
      std::unordered_set<uint32_t> seen;
      auto loads = [&](Prim root) {
        if (!root) return;
        operands_first(
            prims_, root, [&](Prim e) { return seen.contains(e.index); },
            [&](Prim e, const std::vector<Prim>&) {
              seen.insert(e.index);
              if (prims_[e].kind == PrimKind::load) check(s, BufferId(prims_[e].c), prims_.call_args(e));
            });
      };
      loads(s.value);
      for (Prim p : kernel_->list(s)) loads(p);
      return true;
    };
    const std::array root{id};
    walk(
        *kernel_, kernel_->add(root), look_at, [](StmtId, Part) {}, [](StmtId, Part) {}, [](StmtId) {});
  }

  // ---- at the end: variables that stand for others, and the new dims ----

  void put_in_values() {
    if (values_.empty() && private_.empty()) return;
    for (uint32_t i = 0; i < kernel_->stmts.size(); ++i) {
      Stmt& s = kernel_->stmts[i];
      if (s.kind != StmtKind::store) continue;
      auto at = private_.find((*kernel_)[s.buffer].data.index);
      if (at == private_.end()) continue;
      std::vector<Prim> indices{at->second};
      for (Prim p : kernel_->list(s)) indices.push_back(p);
      kernel_->set_list(s, indices);
    }
    auto is_private = [&](const BufferRegion& r) { return private_.contains((*kernel_)[r.buffer].data.index); };
    for (Block& b : kernel_->blocks) {
      std::erase_if(b.reads, is_private);
      std::erase_if(b.writes, is_private);
      for (const MatchBuffer& m : b.matches) {
        if (is_private(m.source))
          throw Error{Error::Kind::unsupported, "a view of memory of a thread that lives across a barrier",
                      m.source.span};
      }
    }
    PrimMap done;
    for_each_expression(*kernel_, [&](Prim& root) { root = rewritten(root, done); });
  }

  // A value may use others that stand for something; those come from further outside.
  Prim rewritten(Prim root, PrimMap& done) {
    operands_first(
        prims_, root, [&](Prim e) { return done.contains(e); },
        [&](Prim e, std::vector<Prim>& operands) { done.emplace(e, image(e, operands, done)); });
    return done.at(root);
  }
  Prim image(Prim e, std::vector<Prim>& operands, PrimMap& done) {
    if (prims_[e].kind == PrimKind::var) {
      if (private_.contains(e.index))
        throw Error{Error::Kind::unsupported, "a pointer to memory of a thread that lives across a barrier", {}};
      auto value = values_.find(e);
      if (value == values_.end()) return e;
      const Prim of = value->second;
      return rewritten(of, done);
    }
    bool same = true;
    for (Prim& o : operands) {
      const Prim to = done.at(o);
      same &= to == o;
      o = to;
    }
    if (prims_[e].kind == PrimKind::load) {
      if (auto at = private_.find((*kernel_)[BufferId(prims_[e].c)].data.index); at != private_.end()) {
        operands.insert(operands.begin(), rewritten(at->second, done));
        same = false;
      }
    }
    return same ? e : with_operands(prims_, e, operands);
  }

  std::shared_ptr<Kernel> kernel_;
  Context& context_;
  PrimStore& prims_;
  std::unordered_map<uint32_t, uint64_t> shared_;   // the bit of each data pointer
  std::vector<Use> uses_;                           // by statement
  std::vector<Thread> loops_;                       // around, that are loops already
  std::vector<Thread> threads_;                     // around, that each statement is run by
  PrimMap values_;                                  // what variables stand for
  std::unordered_map<uint32_t, uint64_t> depends_;  // by variable
  std::unordered_map<uint32_t, Prim> private_;      // data pointers to the number of the thread
  std::unordered_set<uint32_t> own_;                // data pointers that statements run by all allocate in themselves
};

bool is_thread(const Kernel& kernel, const Stmt& s) {
  if (s.kind == StmtKind::loop) return s.loop == ForKind::thread_binding;
  if (s.kind != StmtKind::attr || !s.text) return false;
  return is_thread_key(kernel.context->text(s.text));
}

}  // namespace

Result<std::shared_ptr<const Kernel>> without_threads(const std::shared_ptr<const Kernel>& kernel) {
  auto is_of_threads = [&](const Stmt& s) { return is_thread(*kernel, s); };
  if (std::ranges::none_of(kernel->stmts, is_of_threads)) return kernel;
  return Threads(*kernel).run();
}

}  // namespace hammock::tir
