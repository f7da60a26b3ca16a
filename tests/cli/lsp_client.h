// SPDX-License-Identifier: Apache-2.0
// A client of the language server, which runs on a thread of the same process and talks over pipes.
#pragma once

#include <doctest/doctest.h>
#include <poll.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <deque>
#include <map>
#include <string>
#include <thread>

#include "cli/lsp_server.h"

namespace hammock::cli {

class LspClient {
 public:
  LspClient() {
    REQUIRE(pipe(to_) == 0);
    REQUIRE(pipe(from_) == 0);
    server_ = std::thread([this] {
      LanguageServer server(
          [this](char* buffer, size_t size) {
            const ssize_t count = read(to_[0], buffer, size);
            return count > 0 ? static_cast<size_t>(count) : 0;
          },
          [this](std::string_view text) { write_all(from_[1], text); });
      code_ = server.run();
      close(from_[1]);
    });
  }
  ~LspClient() {
    if (server_.joinable()) leave();
    close(to_[0]);
    close(from_[0]);
  }

  void raw(std::string_view bytes) { write_all(to_[1], bytes); }
  void notify(const std::string& method, LspJson params) {
    raw(framed(LspJson{{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}}.dump()));
  }
  int start(const std::string& method, LspJson params) {
    raw(framed(LspJson{{"jsonrpc", "2.0"}, {"id", ++id_}, {"method", method}, {"params", std::move(params)}}.dump()));
    return id_;
  }
  // The response: `result` or `error`.
  LspJson response(const LspJson& id) {
    while (true) {
      const auto found =
          std::ranges::find_if(kept_, [&](const LspJson& m) { return m.contains("id") && m["id"] == id; });
      if (found != kept_.end()) {
        LspJson message = *found;
        kept_.erase(found);
        return message;
      }
      receive();
    }
  }
  LspJson request(const std::string& method, LspJson params) { return response(start(method, std::move(params))); }
  LspJson result(const std::string& method, LspJson params) {
    LspJson message = request(method, std::move(params));
    CHECK_MESSAGE(message.contains("result"), message.dump());
    return message.contains("result") ? message["result"] : LspJson();
  }
  // The diagnostics of that version.
  LspJson diagnostics(const std::string& uri, int64_t version) {
    while (!diagnostics_.contains({uri, version})) receive();
    return diagnostics_[{uri, version}];
  }

  LspJson initialize(LspJson capabilities = LspJson::object()) {
    LspJson answer =
        result("initialize", {{"processId", nullptr}, {"rootUri", nullptr}, {"capabilities", capabilities}});
    notify("initialized", LspJson::object());
    return answer;
  }
  void open(const std::string& uri, int64_t version, const std::string& text) {
    notify("textDocument/didOpen",
           {{"textDocument", {{"uri", uri}, {"languageId", "python"}, {"version", version}, {"text", text}}}});
  }
  static LspJson place(const std::string& uri, uint32_t line, uint32_t character) {
    return {{"textDocument", {{"uri", uri}}}, {"position", {{"line", line}, {"character", character}}}};
  }
  // Ends the stream; the exit code.
  int leave() {
    close(to_[1]);
    char rest[4096];
    while (read(from_[0], rest, sizeof rest) > 0) {
    }
    server_.join();
    return code_;
  }

 private:
  static void write_all(int fd, std::string_view text) {
    while (!text.empty()) {
      const ssize_t count = write(fd, text.data(), text.size());
      REQUIRE(count > 0);
      text.remove_prefix(static_cast<size_t>(count));
    }
  }
  void receive() {
    const Incoming incoming = reader_.next();
    REQUIRE(incoming.kind == Incoming::Kind::message);
    LspJson message = LspJson::parse(incoming.text);
    if (message.value("method", "") == "textDocument/publishDiagnostics" && message["params"].contains("version")) {
      const LspJson& params = message["params"];
      diagnostics_[{params["uri"].get<std::string>(), params["version"].get<int64_t>()}] = params["diagnostics"];
    } else {
      kept_.push_back(std::move(message));
    }
  }

  int to_[2], from_[2];
  int id_ = 0, code_ = -1;
  std::thread server_;
  // A server that hangs ends the process: its thread could not be joined.
  MessageReader reader_{[this](char* buffer, size_t size) {
    constexpr int kPatienceMs = 300'000;
    pollfd wanted{from_[0], POLLIN, 0};
    if (poll(&wanted, 1, kPatienceMs) == 0) {
      std::fputs("the language server has not answered for five minutes\n", stderr);
      std::abort();
    }
    const ssize_t count = read(from_[0], buffer, size);
    return count > 0 ? static_cast<size_t>(count) : 0;
  }};
  std::deque<LspJson> kept_;
  std::map<std::pair<std::string, int64_t>, LspJson> diagnostics_;
};

}  // namespace hammock::cli
