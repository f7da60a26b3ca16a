// SPDX-License-Identifier: Apache-2.0
// Open texts and a thread that analyses them.
//
// The texts belong to the thread of the server. Of each the newest copy waits to be analysed; what comes while another
// is at work replaces it. Questions are answered from the last analysis, whose places the changes since then map.
#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "hammock/language/analysis.h"
#include "hammock/language/text.h"

namespace hammock::cli {

struct Document {
  std::string uri;
  std::optional<int64_t> version;  // as the client counts
  language::Text text;
  uint64_t edits = 0;  // changes so far
  std::shared_ptr<const language::Analysis> analysis;
  uint64_t analysed = 0;      // changes that the analysis knows
  language::Changes changes;  // since then
  uint64_t opened = 0;        // which opening of the URI
  double analysis_ms = 0;     // that the last one took
  std::string tokens_id;      // of the last answer, which the next one may differ from
  std::vector<uint32_t> tokens;
  bool has_stale_tokens = false;  // since they were told by the analysis of an older text

  bool is_fresh() const { return analysis && analysed == edits; }
  void change(language::Change c) {
    changes.add(c);
    ++edits;
  }
};

// What a thread waits for: messages, analyses, or a time.
struct Signal {
  std::mutex mutex;
  std::condition_variable changed;
};

class Analyser {
 public:
  struct Done {
    std::string uri;
    uint64_t opened = 0, edits = 0;
    std::shared_ptr<const language::Analysis> analysis;
    std::string problem;  // a defect that ended it
    double ms = 0;
  };

  // Tells `signal` of each analysis.
  explicit Analyser(Signal& signal);
  ~Analyser();
  void want(const Document& document);
  // Lets go of it where nobody waits: that of a large text takes a while.
  void discard(std::shared_ptr<const language::Analysis> old);
  // With the signal's mutex held.
  std::deque<Done>& done() { return done_; }

 private:
  struct Job {
    uint64_t opened = 0, edits = 0;
    std::string text;
  };
  void work();

  Signal& signal_;
  std::deque<Done> done_;
  std::mutex mutex_;
  std::condition_variable wanted_;
  std::map<std::string, Job> jobs_;  // by URI
  std::vector<std::shared_ptr<const language::Analysis>> discarded_;
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace hammock::cli
