// SPDX-License-Identifier: Apache-2.0
// The language server over its protocol.
#include <algorithm>
#include <fstream>
#include <random>

#include "hammock/base/utf8.h"
#include "hammock/tool/script.h"
#include "lsp_client.h"

using namespace hammock;
using namespace hammock::cli;

namespace {

const std::string kUri = "file:///tmp/model.py";
const std::string kScript =
    "@R.function\n"
    "def main(x: R.Tensor((2, 4), \"float32\"), w: R.Tensor((4, 8), \"float32\")):\n"
    "    y = R.matmul(x, w)\n"
    "    z = R.nn.relu(y)\n"
    "    return z\n";

int error_code(const LspJson& response) {
  return response.contains("error") ? response["error"]["code"].get<int>() : 0;
}

LspJson change(LspJson range, std::string text) { return {{"range", std::move(range)}, {"text", std::move(text)}}; }
LspJson range_of(uint32_t line, uint32_t begin, uint32_t end_line, uint32_t end) {
  return {{"start", {{"line", line}, {"character", begin}}}, {"end", {{"line", end_line}, {"character", end}}}};
}
void edit(LspClient& client, int64_t version, LspJson changes) {
  client.notify("textDocument/didChange",
                {{"textDocument", {{"uri", kUri}, {"version", version}}}, {"contentChanges", std::move(changes)}});
}

// Code and place of each, as `hammock check` has them.
std::vector<std::string> checked(const std::string& text) {
  const tool::Script script =
      tool::read_script(kUri, text, {.may_be_empty = true, .takes_unchecked = true, .warn = true});
  std::vector<std::string> all;
  for (const Diagnostics& report : script.outcome.reports) {
    for (const Diagnostic& d : report.all()) {
      const LineColumn at = d.span ? script.source->place(d.span.begin) : LineColumn{1, 1};
      all.push_back(std::to_string(at.line) + ":" + std::to_string(at.column) + " " + std::string(info(d.id).code) +
                    " " + d.text);
      for (const Note& note : d.notes) all.back() += note.span ? "" : "\n" + note.text;
    }
  }
  return all;
}
std::vector<std::string> published(const LspJson& diagnostics) {
  std::vector<std::string> all;
  for (const LspJson& d : diagnostics) {
    const LspJson& at = d["range"]["start"];
    all.push_back(std::to_string(at["line"].get<int>() + 1) + ":" + std::to_string(at["character"].get<int>() + 1) +
                  " " + d["code"].get<std::string>() + " " + d["message"].get<std::string>());
  }
  return all;
}

}  // namespace

TEST_CASE("a session from initialize to exit") {
  LspClient client;
  CHECK(error_code(client.request("textDocument/hover", LspClient::place(kUri, 0, 0))) == -32002);
  const LspJson answer = client.initialize();
  CHECK(answer["capabilities"]["positionEncoding"] == "utf-16");
  client.open(kUri, 1, kScript);
  CHECK(client.diagnostics(kUri, 1).empty());
  const LspJson hover = client.result("textDocument/hover", LspClient::place(kUri, 2, 4));
  CHECK(hover["contents"]["value"].get<std::string>().find("y: R.Tensor((2, 8), \"float32\")") != std::string::npos);
  CHECK(error_code(client.request("textDocument/nonsense", LspJson::object())) == -32601);
  CHECK(error_code(client.request("textDocument/hover", {{"textDocument", 7}})) == -32602);
  CHECK(error_code(client.request("textDocument/hover", LspClient::place("file:///other.py", 0, 0))) == -32602);
  CHECK(client.result("shutdown", nullptr).is_null());
  CHECK(error_code(client.request("textDocument/hover", LspClient::place(kUri, 0, 0))) == -32600);
  client.notify("exit", nullptr);
  CHECK(client.leave() == 0);
}

TEST_CASE("an end without shutdown is a failure") {
  LspClient client;
  client.initialize();
  CHECK(client.leave() == 1);
}

TEST_CASE("mistakes of a client are survived") {
  LspClient client;
  client.raw("Content-Length: 5\r\n\r\n{\"a\":");
  CHECK(error_code(client.response(nullptr)) == -32700);
  client.raw("Content-Length: ten\r\n\r\n");
  CHECK(error_code(client.response(nullptr)) == -32700);
  client.raw("nonsense\r\n\r\n" + framed("[]"));
  CHECK(error_code(client.response(nullptr)) == -32700);
  CHECK(error_code(client.response(nullptr)) == -32600);
  client.raw(framed(std::string(100'000, '[')));
  CHECK(client.response(nullptr)["error"]["message"].get<std::string>().find("200") != std::string::npos);
  const size_t size = kLongestMessage + 1;
  client.raw("Content-Length: " + std::to_string(size) + "\r\n\r\n");
  for (size_t left = size; left > 0;) {
    const size_t piece = std::min<size_t>(left, 1 << 20);
    client.raw(std::string(piece, ' '));
    left -= piece;
  }
  CHECK(client.response(nullptr)["error"]["message"].get<std::string>().find("67108864") != std::string::npos);
  client.initialize();
  client.notify("textDocument/didChange", {{"textDocument", {{"uri", "file:///closed.py"}}}, {"contentChanges", 3}});
  client.open(kUri, 1, kScript);
  edit(client, 2, LspJson::array({change(range_of(9, 9, 3, 0), "")}));  // its end before its begin, and beyond the text
  edit(client, 3, LspJson::array({change(range_of(0, 0, 4294967295, 0), "x")}));
  CHECK(client.diagnostics(kUri, 3).empty());  // the text holds no definition
}

TEST_CASE("positions count as the client asks") {
  for (const bool is_utf8 : {false, true}) {
    LspClient client;
    const LspJson encodings = is_utf8 ? LspJson{"utf-8", "utf-16"} : LspJson{"utf-16"};
    const LspJson answer = client.initialize({{"general", {{"positionEncodings", encodings}}}});
    CHECK(answer["capabilities"]["positionEncoding"] == (is_utf8 ? "utf-8" : "utf-16"));
    client.open(kUri, 1,
                "@R.function\ndef main(\xf0\x9f\x98\x80x: R.Tensor((2,), \"float32\")):\n    return "
                "R.nn.relu(\xf0\x9f\x98\x80x, wrong)\n");
    client.diagnostics(kUri, 1);
    client.open(kUri, 2,
                "@R.function\ndef main(\xc3\xa4: R.Tensor((2,), \"float32\")):\n    return R.nn.relu(\xc3\xa4, "
                "wrong=\xc3\xa4)\n");
    const LspJson diagnostics = client.diagnostics(kUri, 2);
    REQUIRE(diagnostics.size() == 1);
    CHECK(diagnostics[0]["range"]["end"]["character"] == (is_utf8 ? 30 : 29));
  }
}

TEST_CASE("completion, signatures, names, fixes and the canonical text") {
  LspClient client;
  client.initialize();
  client.open(kUri, 1, kScript);
  client.diagnostics(kUri, 1);
  edit(client, 2, LspJson::array({change(range_of(3, 8, 3, 20), "R.nn.rel(y, ")}));
  const LspJson items = client.result("textDocument/completion", LspClient::place(kUri, 3, 16))["items"];
  REQUIRE(!items.empty());
  CHECK(items[0]["label"] == "R.nn.relu");
  CHECK(items[0]["textEdit"]["range"] == range_of(3, 8, 3, 16));
  edit(client, 3, LspJson::array({change(range_of(3, 8, 3, 20), "R.nn.softmax(y, ")}));
  const LspJson help = client.result("textDocument/signatureHelp", LspClient::place(kUri, 3, 24));
  CHECK(help["activeParameter"] == 1);
  CHECK(help["signatures"][0]["label"] == "R.nn.softmax(data: tensor, axis: int = -1)");
  edit(client, 4, LspJson::array({change(range_of(3, 8, 3, 24), "R.nn.reluu(y)")}));
  const LspJson diagnostics = client.diagnostics(kUri, 4);
  REQUIRE(diagnostics.size() == 1);
  const LspJson actions = client.result("textDocument/codeAction", {{"textDocument", {{"uri", kUri}}},
                                                                    {"range", diagnostics[0]["range"]},
                                                                    {"context", {{"diagnostics", diagnostics}}}});
  REQUIRE(actions.size() == 1);
  const LspJson fix = actions[0]["edit"]["changes"][kUri][0];
  edit(client, 5, LspJson::array({change(fix["range"], fix["newText"])}));
  CHECK(client.diagnostics(kUri, 5).empty());
  LspJson rename = LspClient::place(kUri, 1, 9);
  rename["newName"] = "input";
  CHECK(client.result("textDocument/rename", rename)["changes"][kUri].size() == 2);
  rename["newName"] = "y";
  CHECK(error_code(client.request("textDocument/rename", rename)) == -32803);
  CHECK(client.result("textDocument/prepareRename", LspClient::place(kUri, 1, 9)) == range_of(1, 9, 1, 10));
  CHECK(error_code(client.request("textDocument/prepareRename", LspClient::place(kUri, 2, 10))) == -32803);
  CHECK(client.result("textDocument/definition", LspClient::place(kUri, 3, 18))["range"] == range_of(2, 4, 2, 5));
  CHECK(client.result("textDocument/documentHighlight", LspClient::place(kUri, 2, 4)).size() == 2);
  CHECK(client.result("textDocument/documentSymbol", {{"textDocument", {{"uri", kUri}}}})[0]["name"] == "main");
  CHECK(client.result("textDocument/foldingRange", {{"textDocument", {{"uri", kUri}}}}).size() == 1);
  const LspJson hints =
      client.result("textDocument/inlayHint", {{"textDocument", {{"uri", kUri}}}, {"range", range_of(0, 0, 9, 0)}});
  REQUIRE(hints.size() == 2);
  CHECK(hints[0]["label"] == ": R.Tensor((2, 8), \"float32\")");
  const LspJson edits = client.result("textDocument/formatting", {{"textDocument", {{"uri", kUri}}}, {"options", {}}});
  REQUIRE(edits.size() == 1);
  CHECK(edits[0]["newText"].get<std::string>().find("y: R.Tensor((2, 8), dtype=\"float32\") = R.matmul(x, w") !=
        std::string::npos);
}

TEST_CASE("a request that waits can be cancelled, and ends with its document") {
  LspClient client;
  client.initialize();
  std::string large = "@R.function\ndef main(x: R.Tensor((2,), \"float32\")):\n";
  for (int i = 0; i < 60'000; ++i) large += "    x = R.add(x, x)\n";
  client.open(kUri, 1, large + "    return x\n");
  const int first = client.start("textDocument/formatting", {{"textDocument", {{"uri", kUri}}}, {"options", {}}});
  const int second = client.start("textDocument/formatting", {{"textDocument", {{"uri", kUri}}}, {"options", {}}});
  client.notify("$/cancelRequest", {{"id", first}});
  client.notify("textDocument/didClose", {{"textDocument", {{"uri", kUri}}}});
  // Unless the machine was so slow to deliver the messages that the text came first.
  for (const auto& [id, code] : {std::pair(first, -32800), std::pair(second, -32801)}) {
    const LspJson response = client.response(id);
    CHECK((error_code(response) == code || response.contains("result")));
  }
}

// As a person types, mistakes and all: the text of the server is that of the client, and what it says is what `hammock
// check` says.
TEST_CASE("after each of 200 edits the server knows the client's text") {
  std::mt19937 random(3);
  const std::string pieces[] = {
      "\n",      "x",    "R.add(x, y)", "\xc3\xa4", "\xf0\x9f\x98\x80", "    z = R.nn.relu(x)\n",
      "(",       ")",    "\"",          "# note\n", ", axis=1",         "R.",
      "float32", "\r\n", "def f(",      "n",        "@R.function\n",    "    return x\n"};
  LspClient client;
  client.initialize({{"general", {{"positionEncodings", {"utf-8"}}}},
                     {"textDocument", {{"publishDiagnostics", {{"relatedInformation", true}}}}}});
  language::Text text(kScript);
  client.open(kUri, 0, kScript);
  size_t problems = 0;
  for (int64_t version = 1; version <= 200; ++version) {
    LspJson changes = LspJson::array();
    if (version % 20 == 0) {
      text.assign(kScript);
      changes.push_back({{"text", kScript}});
    } else {
      uint32_t begin = static_cast<uint32_t>(random() % (text.size() + 1));
      uint32_t end = std::min(text.size(), begin + static_cast<uint32_t>(random() % 3));
      auto place = [&](uint32_t at) {
        const language::Position p = text.position(at, language::Encoding::utf8);
        return std::pair(p, text.offset(p, language::Encoding::utf8));
      };
      const auto [from, at] = place(begin);
      const auto [to, until] = place(end);
      const std::string& with = pieces[random() % std::size(pieces)];
      std::string next = text.str();
      next.replace(at, until - at, with);
      if (first_bad_byte(next) != next.size()) continue;  // half a character
      changes.push_back(change(range_of(from.line, from.character, to.line, to.character), with));
      text.replace({at, until}, with);
    }
    edit(client, version, changes);
    const std::vector<std::string> said = published(client.diagnostics(kUri, version));
    problems += said.size();
    REQUIRE(said == checked(text.str()));
    client.result("textDocument/hover", LspClient::place(kUri, static_cast<uint32_t>(random() % text.line_count()), 9));
    client.result("textDocument/completion",
                  LspClient::place(kUri, static_cast<uint32_t>(random() % text.line_count()), 12));
  }
  CHECK(problems > 100);
}

// What Neovim told a server while somebody edited scripts (record_edits.lua), what was typed letter by letter. What is
// asked on the way has an answer; in the end the server says what `hammock check` says of the text that is left.
TEST_CASE("recorded sessions of an editor") {
  std::ifstream file(HAMMOCK_ROOT "/tests/cli/recorded_edits.json");
  for (const LspJson& session : LspJson::parse(file)) {
    LspClient client;
    client.initialize();
    language::Text text(session["text"].get<std::string>());
    int64_t version = 0;
    client.open(kUri, version, text.str());
    const auto replace = [&](const LspJson& range, const std::string& with) {
      const auto offset = [&](const LspJson& p) {
        return text.offset({p["line"].get<uint32_t>(), p["character"].get<uint32_t>()}, language::Encoding::utf16);
      };
      const Span at{offset(range["start"]), offset(range["end"])};
      edit(client, ++version, LspJson::array({change(range, with)}));
      text.replace(at, with);
      const language::Position p =
          text.position(at.begin + static_cast<uint32_t>(with.size()), language::Encoding::utf16);
      LspJson asked = LspClient::place(kUri, p.line, p.character);
      constexpr std::string_view kWhereItStands[] = {"hover",      "completion",        "signatureHelp",
                                                     "definition", "documentHighlight", "prepareRename"};
      const LspJson answer = client.request(
          "textDocument/" + std::string(kWhereItStands[static_cast<size_t>(version) % std::size(kWhereItStands)]),
          asked);
      CHECK((answer.contains("result") || error_code(answer) == -32803));
      asked["range"] = range_of(p.line, 0, p.line + 20, 0);
      CHECK(client.result("textDocument/semanticTokens/range", asked)["data"].size() % 5 == 0);
    };
    for (const LspJson& c : session["changes"]) {
      const auto number = [&](size_t i) { return c[i].get<uint32_t>(); };
      const std::string with = c[4];
      const bool is_typed = number(0) == number(2) && number(1) == number(3) && with.find('\n') == std::string::npos;
      uint32_t column = number(1);
      for (size_t i = 0; is_typed && i < with.size();) {
        const Utf8Char letter = utf8_char(with, i);
        replace(range_of(number(0), column, number(0), column), with.substr(i, letter.size));
        column += letter.code > 0xffff ? 2 : 1;
        i += letter.size;
      }
      if (!is_typed) replace(range_of(number(0), number(1), number(2), number(3)), with);
    }
    std::vector<std::string> expected;  // columns of UTF-16
    for (const LspJson& d : client.diagnostics(kUri, version)) expected.push_back(d["code"]);
    std::vector<std::string> codes;
    for (const std::string& d : checked(text.str())) codes.push_back(d.substr(d.find(' ') + 1, 5));
    CHECK(expected == codes);
    CHECK(version > 50);
  }
}

// An editor replaces a name everywhere, from the end of the text to its start or the other way.
TEST_CASE("a message of a hundred thousand changes") {
  constexpr uint32_t kLines = 50000;
  const std::string head = "@R.function\ndef main(x: R.Tensor((4,), \"float32\")):\n", line = "    y = R.add(x, x)\n";
  const auto script = [&](const std::string& body, uint32_t lines) {
    std::string text = head;
    for (uint32_t i = 0; i < lines; ++i) text += body;
    return text + "    return x\n";
  };
  for (const bool is_forward : {false, true}) {
    const uint32_t lines = is_forward ? 200 : kLines;
    LspClient client;
    client.initialize();
    client.open(kUri, 1, script(line, lines));
    client.diagnostics(kUri, 1);
    LspJson changes = LspJson::array();
    for (uint32_t i = 0; i < lines; ++i) {
      const uint32_t n = 2 + (is_forward ? i : lines - 1 - i);
      changes.push_back(change(range_of(n, 17, n, 18), "x + x"));
      changes.push_back(change(range_of(n, 4, n, 5), "z"));
    }
    edit(client, 2, changes);
    LspJson highlighted = LspClient::place(kUri, 1, 9);
    client.result("textDocument/documentHighlight", highlighted);
    CHECK(published(client.diagnostics(kUri, 2)) == checked(script("    z = R.add(x, x + x)\n", lines)));
    CHECK(client.result("textDocument/documentHighlight", highlighted).size() == 3 * lines + 2);
  }
}

TEST_CASE("tokens, and what has changed in them") {
  LspClient client;
  const LspJson capabilities = client.initialize();
  const LspJson legend = capabilities["capabilities"]["semanticTokensProvider"]["legend"];
  client.open(kUri, 1, kScript);
  client.diagnostics(kUri, 1);
  const LspJson whole{{"textDocument", {{"uri", kUri}}}};
  LspJson full = client.result("textDocument/semanticTokens/full", whole);
  std::vector<uint32_t> data = full["data"];
  REQUIRE(data.size() % 5 == 0);
  CHECK(legend["tokenTypes"][data[3]] == "namespace");  // R of @R.function
  CHECK(std::vector<uint32_t>(data.begin(), data.begin() + 3) == std::vector<uint32_t>{0, 1, 1});
  // As they are told anew: the client's numbers after the edits are those.
  std::string id = full["resultId"];
  for (int64_t version = 2; version < 6; ++version) {
    edit(client, version,
         LspJson::array(
             {change(range_of(3, 4, 3, version == 4 ? 5 : 4), version % 2 ? "\xf0\x9f\x98\x80 = x\n    " : "q")}));
    client.diagnostics(kUri, version);
    LspJson asked = whole;
    asked["previousResultId"] = id;
    const LspJson delta = client.result("textDocument/semanticTokens/full/delta", asked);
    for (const LspJson& e : delta["edits"]) {
      const std::vector<uint32_t> with = e["data"];
      const auto at = data.begin() + e["start"].get<ptrdiff_t>();
      data.insert(data.erase(at, at + e["deleteCount"].get<ptrdiff_t>()), with.begin(), with.end());
    }
    full = client.result("textDocument/semanticTokens/full", whole);
    id = full["resultId"];
    CHECK(data == full["data"].get<std::vector<uint32_t>>());
  }
  LspJson asked = whole;
  asked["range"] = range_of(2, 0, 3, 0);
  const std::vector<uint32_t> line = client.result("textDocument/semanticTokens/range", asked)["data"];
  CHECK(line.size() == 5 * 5);  // y, R, matmul, x, w
  asked["previousResultId"] = "unknown";
  CHECK(client.result("textDocument/semanticTokens/full/delta", asked).contains("data"));
}

// A name is changed in the text as it is, however long its analysis takes.
TEST_CASE("a new name is that of the newest text") {
  LspClient client;
  client.initialize();
  std::string text = kScript;
  for (int i = 0; i < 2000; ++i) text.insert(text.find("    return"), "    z = R.nn.relu(y)\n");
  client.open(kUri, 1, text);
  client.diagnostics(kUri, 1);
  edit(client, 2, LspJson::array({change(range_of(2, 0, 2, 0), "    v = R.nn.relu(x)\n")}));
  LspJson asked = LspClient::place(kUri, 3, 4);
  asked["newName"] = "product";
  const LspJson edits = client.result("textDocument/rename", asked)["changes"][kUri];
  REQUIRE(edits.size() == 2002);
  CHECK(edits[0] == LspJson{{"range", range_of(3, 4, 3, 5)}, {"newText", "product"}});
}

// More than the server keeps waiting.
TEST_CASE("a client that sends more than is answered waits") {
  LspClient client;
  client.initialize();
  const std::string text(kLongestMessage / 3, '#');
  for (int64_t version = 1; version <= 8; ++version) client.open(kUri, version, text);
  CHECK(client.diagnostics(kUri, 8).empty());
}
