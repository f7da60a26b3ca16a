// SPDX-License-Identifier: Apache-2.0
// The language server (LSP 3.17): messages in, messages out.
//
// One thread reads messages, one analyses texts, and the one that calls `run` answers. An answer waits for the analysis
// of the newest text while that takes no longer than an editor's user notices (kPatienceMs); then the last analysis
// serves, its places mapped through the changes since. The canonical text must be exact: it waits without holding up
// the others (Needs::fresh). So must a new name, for which the names of the newest text are enough.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hammock/language/queries.h"
#include "lsp_documents.h"
#include "lsp_text.h"
#include "lsp_transport.h"

namespace hammock::cli {

using LspJson = nlohmann::json;

class LanguageServer {
 public:
  // `read`, `write`: the two streams.
  LanguageServer(std::function<size_t(char*, size_t)> read, std::function<void(std::string_view)> write);
  // To the message `exit` or the end of the stream. The exit code of the process: 0 if `shutdown` came before.
  int run();

 private:
  static constexpr double kPatienceMs = 40;

  enum class Needs : uint8_t { nothing, analysis, fresh };
  struct Method {
    std::string_view name;
    Needs needs;
    LspJson (LanguageServer::*answer)(const LspJson& params);
  };
  struct Notification {
    std::string_view name;
    void (LanguageServer::*take)(const LspJson& params);
  };
  static std::span<const Method> methods();
  static std::span<const Notification> notifications();

  struct Message {
    LspJson json;
    double arrived_ms = 0;
    bool is_cancelled = false;
    std::string problem;  // it is none: what is wrong
    bool is_end = false;
    size_t bytes = 0;
  };
  struct Waiting {
    LspJson id, params;
    const Method* method;
    std::string uri;
  };
  struct Failure {  // of a request
    int code;
    std::string text;
  };

  // ---- messages (lsp_server.cpp)
  void read_messages();
  Message parsed(Incoming incoming) const;
  void cancel_queued(const LspJson& id);
  std::optional<Message> next();
  void handle(Message& message);
  void request(const LspJson& id, const std::string& name, const LspJson& params, double arrived_ms);
  void answer(const LspJson& id, const Method& method, const LspJson& params);
  void notification(const std::string& name, const LspJson& params);
  void send(const LspJson& message);
  void reply(const LspJson& id, LspJson result);
  void fail(const LspJson& id, int code, std::string text);
  void tell(std::string text);

  // ---- analyses
  std::vector<Analyser::Done> take_done();
  void install(Analyser::Done done);
  void await(Document& document, double deadline_ms);
  void answer_waiting(const std::string& uri);
  void publish(const Document& document);

  // ---- notifications (lsp_server.cpp)
  void cancel(const LspJson& params);
  void did_open(const LspJson& params);
  void did_change(const LspJson& params);
  void did_close(const LspJson& params);
  void nothing(const LspJson&) {}

  // ---- requests (lsp_requests.cpp)
  LspJson initialize(const LspJson& params);
  LspJson shutdown(const LspJson& params);
  LspJson hover(const LspJson& params);
  LspJson completion(const LspJson& params);
  LspJson resolve_completion(const LspJson& params);
  LspJson signature_help(const LspJson& params);
  LspJson definition(const LspJson& params);
  LspJson references(const LspJson& params);
  LspJson highlights(const LspJson& params);
  LspJson prepare_rename(const LspJson& params);
  LspJson rename(const LspJson& params);
  LspJson symbols(const LspJson& params);
  LspJson folding_ranges(const LspJson& params);
  LspJson formatting(const LspJson& params);
  LspJson range_formatting(const LspJson& params);
  LspJson code_actions(const LspJson& params);
  LspJson inlay_hints(const LspJson& params);
  LspJson tokens(const LspJson& params);
  LspJson tokens_delta(const LspJson& params);
  LspJson tokens_of_range(const LspJson& params);

  // ---- places (lsp_requests.cpp)
  Document& document(const LspJson& params);
  Document* find(const std::string& uri);
  const language::Analysis& analysis(const Document& document) const;
  uint32_t offset(const Document& document, const LspJson& position) const;
  Span span(const Document& document, const LspJson& range) const;
  uint32_t known_offset(const Document& document, const LspJson& params) const;
  LspJson range(const Document& document, Span current) const;
  std::optional<LspJson> known_range(const Document& document, Span known) const;
  LspJson diagnostic(const Document& document, const Diagnostic& d) const;
  std::vector<uint32_t> token_numbers(const Document& document, Span current) const;
  std::vector<uint32_t> new_tokens(Document& document);  // returns those before

  // ---- answers as text, to `written_` (lsp_requests.cpp)
  void write_range(const Document& document, Span current, std::string_view member);
  template <typename Members>
  void write_places(const Document& document, const language::Changes& since,
                    std::span<const language::Occurrence> found, const Members& members);
  void write_edits(const Document& document, std::span<const Edit> edits);
  bool write_symbol(const Document& document, const language::OutlineItem& item);
  void write_flat_symbol(const Document& document, const language::OutlineItem& item, std::string_view container);

  MessageReader reader_;
  std::function<void(std::string_view)> write_;
  Signal signal_;
  // With the signal's mutex held: messages that wait, and their size. A client that sends faster than it is answered
  // waits, too, beyond kMostQueued.
  static constexpr size_t kMostQueued = kLongestMessage;
  std::deque<Message> queue_;
  size_t queued_bytes_ = 0;
  std::condition_variable has_room_;
  Analyser analyser_{signal_};
  std::map<std::string, Document> documents_;
  std::deque<Waiting> waiting_;
  std::shared_ptr<const language::Analysis> nothing_known_;
  JsonText written_;  // the answer to a request as text, where it may be long; else empty
  uint64_t opened_ = 0, tokens_ = 0, asked_ = 0;
  bool is_initialized_ = false, is_shut_down_ = false, is_over_ = false;
  bool has_related_ = false, has_nested_symbols_ = false, refreshes_tokens_ = false;  // what the client shows
  language::Encoding encoding_ = language::Encoding::utf16;
};

}  // namespace hammock::cli
