// SPDX-License-Identifier: Apache-2.0
#include "lsp_documents.h"

#include <new>

#include "hammock/base/check.h"
#include "hammock/base/clock.h"

namespace hammock::cli {

Analyser::Analyser(Signal& signal) : signal_(signal), thread_([this] { work(); }) {}

Analyser::~Analyser() {
  {
    std::lock_guard lock(mutex_);
    ends_ = true;
  }
  wanted_.notify_one();
  thread_.join();
}

void Analyser::want(const Document& document) {
  {
    std::lock_guard lock(mutex_);
    jobs_[document.uri] = {document.opened, document.edits, document.text.str()};
  }
  wanted_.notify_one();
}

void Analyser::discard(std::shared_ptr<const language::Analysis> old) {
  {
    std::lock_guard lock(mutex_);
    discarded_.push_back(std::move(old));
  }
  wanted_.notify_one();
}

void Analyser::work() {
  std::string last;
  while (true) {
    std::string uri;
    Job job;
    std::vector<std::shared_ptr<const language::Analysis>> discarded;
    {
      std::unique_lock lock(mutex_);
      wanted_.wait(lock, [&] { return ends_ || !jobs_.empty() || !discarded_.empty(); });
      if (ends_) return;
      discarded.swap(discarded_);
      if (jobs_.empty()) continue;
      auto first = jobs_.upper_bound(last);  // in turn: a text that changes all the time keeps no other from its turn
      if (first == jobs_.end()) first = jobs_.begin();
      last = uri = first->first;
      job = std::move(first->second);
      jobs_.erase(first);
    }
    Done done{uri, job.opened, job.edits, nullptr, "", 0};
    const double start = now_ms();
    try {
      done.analysis = language::analyse(uri, std::move(job.text));
    } catch (const InternalError& error) {
      done.problem = std::string("internal error: ") + error.what();
    } catch (const std::bad_alloc&) {
      done.problem = "out of memory";
    }
    done.ms = now_ms() - start;
    {
      std::lock_guard lock(signal_.mutex);
      done_.push_back(std::move(done));
    }
    signal_.changed.notify_one();
  }
}

}  // namespace hammock::cli
