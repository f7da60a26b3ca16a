// SPDX-License-Identifier: Apache-2.0
// Messages in and out, documents, analyses.
#include "lsp_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "hammock/base/check.h"
#include "hammock/base/clock.h"

namespace hammock::cli {
namespace {

// Of JSON-RPC and of the protocol.
enum Code : int {
  kParseError = -32700,
  kInvalidRequest = -32600,
  kMethodNotFound = -32601,
  kInvalidParams = -32602,
  kInternalError = -32603,
  kNotInitialized = -32002,
  kContentModified = -32801,
  kRequestCancelled = -32800,
};

constexpr size_t kLargestText = size_t{1} << 30;
// Of one message; more are joined, so that places between them are unknown until the text is analysed.
constexpr size_t kExactChanges = 64;

std::string method_of(const LspJson& message) {
  const auto method = message.find("method");
  return method != message.end() && method->is_string() ? method->get<std::string>() : "";
}

bool is_id(const LspJson& id) { return id.is_string() || id.is_number() || id.is_null(); }

}  // namespace

LanguageServer::LanguageServer(std::function<size_t(char*, size_t)> read, std::function<void(std::string_view)> write)
    : reader_(std::move(read)), write_(std::move(write)), nothing_known_(language::analyse("", "")) {}

std::span<const LanguageServer::Method> LanguageServer::methods() {
  using S = LanguageServer;
  static constexpr Method kMethods[] = {
      {"initialize", Needs::nothing, &S::initialize},
      {"shutdown", Needs::nothing, &S::shutdown},
      {"textDocument/hover", Needs::analysis, &S::hover},
      {"textDocument/completion", Needs::analysis, &S::completion},
      {"completionItem/resolve", Needs::nothing, &S::resolve_completion},
      {"textDocument/signatureHelp", Needs::analysis, &S::signature_help},
      {"textDocument/definition", Needs::analysis, &S::definition},
      {"textDocument/references", Needs::analysis, &S::references},
      {"textDocument/documentHighlight", Needs::analysis, &S::highlights},
      {"textDocument/prepareRename", Needs::analysis, &S::prepare_rename},
      {"textDocument/rename", Needs::analysis, &S::rename},
      {"textDocument/documentSymbol", Needs::analysis, &S::symbols},
      {"textDocument/foldingRange", Needs::analysis, &S::folding_ranges},
      {"textDocument/formatting", Needs::fresh, &S::formatting},
      {"textDocument/rangeFormatting", Needs::fresh, &S::range_formatting},
      {"textDocument/codeAction", Needs::analysis, &S::code_actions},
      {"textDocument/inlayHint", Needs::analysis, &S::inlay_hints},
      {"textDocument/semanticTokens/full", Needs::analysis, &S::tokens},
      {"textDocument/semanticTokens/full/delta", Needs::analysis, &S::tokens_delta},
      {"textDocument/semanticTokens/range", Needs::analysis, &S::tokens_of_range},
  };
  return kMethods;
}

std::span<const LanguageServer::Notification> LanguageServer::notifications() {
  using S = LanguageServer;
  static constexpr Notification kNotifications[] = {
      {"initialized", &S::nothing},
      {"$/cancelRequest", &S::cancel},
      {"textDocument/didOpen", &S::did_open},
      {"textDocument/didChange", &S::did_change},
      {"textDocument/didClose", &S::did_close},
      {"textDocument/didSave", &S::nothing},
  };
  return kNotifications;
}

// ---- messages

LanguageServer::Message LanguageServer::parsed(Incoming incoming) const {
  Message message;
  message.arrived_ms = now_ms();
  message.bytes = incoming.text.size();
  if (incoming.kind == Incoming::Kind::end) {
    message.is_end = true;
  } else if (incoming.kind == Incoming::Kind::bad) {
    message.problem = std::move(incoming.text);
  } else if (!is_shallow(incoming.text)) {
    message.problem = fmt::format("JSON that nests deeper than {}", kDeepestMessage);
  } else {
    message.json = LspJson::parse(incoming.text, nullptr, false);
    if (message.json.is_discarded()) message.problem = "this is no JSON";
  }
  return message;
}

// Stops behind `exit`, so that nothing waits for a stream that stays open.
void LanguageServer::read_messages() {
  bool is_over = false;
  while (!is_over) {
    Message message = parsed(reader_.next());
    const std::string method = message.json.is_object() ? method_of(message.json) : "";
    is_over = message.is_end || method == "exit";
    {
      std::unique_lock lock(signal_.mutex);
      has_room_.wait(lock, [&] { return queue_.empty() || queued_bytes_ + message.bytes <= kMostQueued; });
      if (method == "$/cancelRequest" && message.json.contains("params") && message.json["params"].is_object() &&
          message.json["params"].contains("id"))
        cancel_queued(message.json["params"]["id"]);
      queued_bytes_ += message.bytes;
      queue_.push_back(std::move(message));
    }
    signal_.changed.notify_one();
  }
}

void LanguageServer::cancel_queued(const LspJson& id) {
  for (Message& m : queue_) {
    if (m.json.is_object() && m.json.contains("id") && m.json["id"] == id) m.is_cancelled = true;
  }
}

// None: an analysis came first, and is installed.
std::optional<LanguageServer::Message> LanguageServer::next() {
  std::unique_lock lock(signal_.mutex);
  signal_.changed.wait(lock, [&] { return !queue_.empty() || !analyser_.done().empty(); });
  if (!analyser_.done().empty()) {
    lock.unlock();
    for (Analyser::Done& done : take_done()) install(std::move(done));
    return std::nullopt;
  }
  Message message = std::move(queue_.front());
  queue_.pop_front();
  queued_bytes_ -= message.bytes;
  has_room_.notify_one();
  return message;
}

int LanguageServer::run() {
  std::thread reader([this] { read_messages(); });
  while (!is_over_) {
    if (std::optional<Message> message = next()) handle(*message);
  }
  reader.join();
  return is_shut_down_ ? 0 : 1;
}

void LanguageServer::handle(Message& message) {
  if (message.is_end) {
    is_over_ = true;
    return;
  }
  if (!message.problem.empty()) return fail(nullptr, kParseError, message.problem);
  const LspJson& json = message.json;
  const std::string method = json.is_object() ? method_of(json) : "";
  if (method == "exit") {
    is_over_ = true;
    return;
  }
  const LspJson id = json.is_object() && json.contains("id") ? json["id"] : LspJson();
  if (method.empty()) {
    const bool is_response = json.is_object() && (json.contains("result") || json.contains("error"));
    if (!is_response) fail(is_id(id) ? id : LspJson(), kInvalidRequest, "a message is an object with a method");
    return;
  }
  const LspJson params = json.contains("params") ? json["params"] : LspJson::object();
  if (!json.contains("id")) return notification(method, params);
  if (!is_id(id)) return fail(nullptr, kInvalidRequest, "an id is a number or a string");
  if (message.is_cancelled) return fail(id, kRequestCancelled, "cancelled");
  request(id, method, params, message.arrived_ms);
}

void LanguageServer::request(const LspJson& id, const std::string& name, const LspJson& params, double arrived_ms) {
  if (is_shut_down_) return fail(id, kInvalidRequest, "the server is shut down");
  if (!is_initialized_ && name != "initialize") return fail(id, kNotInitialized, "initialize comes first");
  const auto method = std::ranges::find(methods(), name, &Method::name);
  if (method == methods().end()) return fail(id, kMethodNotFound, "there is no method '" + name + "'");
  if (method->needs != Needs::nothing) {
    const LspJson* uri = nullptr;
    if (params.is_object() && params.contains("textDocument") && params["textDocument"].is_object() &&
        params["textDocument"].contains("uri"))
      uri = &params["textDocument"]["uri"];
    Document* d = uri && uri->is_string() ? find(uri->get<std::string>()) : nullptr;
    if (!d) return fail(id, kInvalidParams, "the document is not open");
    await(*d, arrived_ms + kPatienceMs);
    if (method->needs == Needs::fresh && !d->is_fresh()) {
      waiting_.push_back({id, params, &*method, d->uri});
      return;
    }
  }
  answer(id, *method, params);
}

void LanguageServer::answer(const LspJson& id, const Method& method, const LspJson& params) {
  written_.clear();
  try {
    LspJson result = (this->*method.answer)(params);
    if (written_.empty()) return reply(id, std::move(result));
    const std::string head = fmt::format(R"({{"jsonrpc":"2.0","id":{},"result":)",
                                         id.dump(-1, ' ', false, LspJson::error_handler_t::replace));
    write_(fmt::format("Content-Length: {}\r\n\r\n{}", head.size() + written_.str().size() + 1, head));
    write_(written_.str());
    write_("}");
    written_.clear();
  } catch (const Failure& failure) {
    fail(id, failure.code == 0 ? kInvalidParams : failure.code, failure.text);
  } catch (const LspJson::exception&) {
    fail(id, kInvalidParams, "the parameters are not those of " + std::string(method.name));
  } catch (const InternalError& error) {
    fail(id, kInternalError, std::string("internal error: ") + error.what());
  } catch (const std::bad_alloc&) {
    fail(id, kInternalError, "out of memory");
  }
}

void LanguageServer::notification(const std::string& name, const LspJson& params) {
  const auto found = std::ranges::find(notifications(), name, &Notification::name);
  if (found == notifications().end() || !is_initialized_ || is_shut_down_) return;
  try {
    (this->*found->take)(params);
  } catch (const Failure& failure) {
    tell(name + ": " + failure.text);
  } catch (const LspJson::exception&) {
    tell("the parameters are not those of " + name);
  } catch (const std::bad_alloc&) {
    tell(name + ": out of memory");
  }
}

void LanguageServer::send(const LspJson& message) {
  write_(framed(message.dump(-1, ' ', false, LspJson::error_handler_t::replace)));
}

void LanguageServer::reply(const LspJson& id, LspJson result) {
  send({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
}

void LanguageServer::fail(const LspJson& id, int code, std::string text) {
  send({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", std::move(text)}}}});
}

void LanguageServer::tell(std::string text) {
  constexpr int kError = 1;
  send({{"jsonrpc", "2.0"},
        {"method", "window/logMessage"},
        {"params", {{"type", kError}, {"message", "hammock: " + std::move(text)}}}});
}

// ---- analyses

std::vector<Analyser::Done> LanguageServer::take_done() {
  std::lock_guard lock(signal_.mutex);
  std::vector<Analyser::Done> done(std::make_move_iterator(analyser_.done().begin()),
                                   std::make_move_iterator(analyser_.done().end()));
  analyser_.done().clear();
  return done;
}

void LanguageServer::install(Analyser::Done done) {
  Document* d = find(done.uri);
  if (!d || d->opened != done.opened || done.edits < d->analysed) return;
  if (!done.analysis) {
    tell(d->uri + ": " + done.problem);
    const auto is_here = [&](const Waiting& w) { return w.uri == d->uri; };
    for (const Waiting& w : waiting_) {
      if (is_here(w)) fail(w.id, kInternalError, done.problem);
    }
    std::erase_if(waiting_, is_here);
    return;
  }
  d->changes.forget(static_cast<size_t>(done.edits - d->analysed));
  analyser_.discard(std::exchange(d->analysis, std::move(done.analysis)));
  d->analysed = done.edits;
  d->analysis_ms = done.ms;
  if (!d->is_fresh()) return;
  publish(*d);
  if (std::exchange(d->has_stale_tokens, false) && refreshes_tokens_)
    send({{"jsonrpc", "2.0"}, {"id", ++asked_}, {"method", "workspace/semanticTokens/refresh"}});
  answer_waiting(d->uri);
}

void LanguageServer::await(Document& document, double deadline_ms) {
  if (document.analysis_ms > kPatienceMs) return;
  const std::string uri = document.uri;
  while (!document.is_fresh()) {
    const double left = deadline_ms - now_ms();
    if (left <= 0) return;
    {
      std::unique_lock lock(signal_.mutex);
      const bool is_done = signal_.changed.wait_for(lock, std::chrono::duration<double, std::milli>(left),
                                                    [&] { return !analyser_.done().empty(); });
      if (!is_done) return;
    }
    for (Analyser::Done& done : take_done()) install(std::move(done));
  }
}

void LanguageServer::answer_waiting(const std::string& uri) {
  std::vector<Waiting> ready;
  for (Waiting& w : waiting_) {
    if (w.uri == uri) ready.push_back(std::move(w));
  }
  std::erase_if(waiting_, [&](const Waiting& w) { return w.uri == uri || w.uri.empty(); });
  for (const Waiting& w : ready) answer(w.id, *w.method, w.params);
}

void LanguageServer::publish(const Document& document) {
  LspJson all = LspJson::array();
  for (const Diagnostic* d : document.analysis->diagnostics()) all.push_back(diagnostic(document, *d));
  if (const size_t more = document.analysis->dropped(); more > 0) {
    constexpr int kInformation = 3;
    all.push_back({{"range", range(document, {0, 0})},
                   {"severity", kInformation},
                   {"source", "hammock"},
                   {"message", fmt::format("{} more problems are not shown", more)}});
  }
  LspJson params{{"uri", document.uri}, {"diagnostics", std::move(all)}};
  if (document.version) params["version"] = *document.version;
  send({{"jsonrpc", "2.0"}, {"method", "textDocument/publishDiagnostics"}, {"params", std::move(params)}});
}

// ---- notifications

void LanguageServer::cancel(const LspJson& params) {
  const LspJson id = params.at("id");
  const auto is_it = [&](const Waiting& w) { return w.id == id; };
  if (std::ranges::any_of(waiting_, is_it)) fail(id, kRequestCancelled, "cancelled");
  std::erase_if(waiting_, is_it);
}

void LanguageServer::did_open(const LspJson& params) {
  const LspJson& item = params.at("textDocument");
  Document d;
  d.uri = item.at("uri").get<std::string>();
  if (item.contains("version") && item["version"].is_number_integer()) d.version = item["version"].get<int64_t>();
  d.text = language::Text(item.at("text").get<std::string>());
  d.opened = ++opened_;
  Document& kept = documents_[d.uri] = std::move(d);
  analyser_.want(kept);
}

void LanguageServer::did_change(const LspJson& params) {
  Document& d = document(params);
  size_t made = 0;
  std::vector<Edit> apart;  // from the last place to the first, as an editor replaces a name everywhere
  const auto make = [&](language::Change c) { ++made <= kExactChanges ? d.change(c) : d.changes.join(c); };
  const auto make_apart = [&] {
    if (apart.size() > kExactChanges) make(d.text.replace(apart));
    else
      for (const Edit& e : apart) make(d.text.replace(e.span, e.text));
    apart.clear();
  };
  for (const LspJson& change : params.at("contentChanges")) {
    const std::string& text = change.at("text").get_ref<const std::string&>();
    if (text.size() + d.text.size() > kLargestText)
      throw Failure{0, fmt::format("a text of more than {} bytes", kLargestText)};
    if (!change.contains("range")) {
      make_apart();
      make(d.text.assign(text));
      continue;
    }
    // What stands before the places of `apart` is as it will be then.
    Span at = span(d, change["range"]);
    if (!apart.empty() && std::max(at.begin, at.end) >= apart.back().span.begin) {
      make_apart();
      at = span(d, change["range"]);
    }
    apart.push_back({{at.begin, std::max(at.begin, at.end)}, text});
  }
  make_apart();
  const LspJson& item = params.at("textDocument");
  if (item.contains("version") && item["version"].is_number_integer()) d.version = item["version"].get<int64_t>();
  analyser_.want(d);
}

void LanguageServer::did_close(const LspJson& params) {
  Document& d = document(params);
  const std::string uri = d.uri;
  const auto is_here = [&](const Waiting& w) { return w.uri == uri; };
  for (const Waiting& w : waiting_) {
    if (is_here(w)) fail(w.id, kContentModified, "the document was closed");
  }
  std::erase_if(waiting_, is_here);
  documents_.erase(uri);
  send({{"jsonrpc", "2.0"},
        {"method", "textDocument/publishDiagnostics"},
        {"params", {{"uri", uri}, {"diagnostics", LspJson::array()}}}});
}

Document* LanguageServer::find(const std::string& uri) {
  const auto found = documents_.find(uri);
  return found == documents_.end() ? nullptr : &found->second;
}

}  // namespace hammock::cli
