// SPDX-License-Identifier: Apache-2.0
#include "graph_layout.h"

#include <algorithm>
#include <numeric>

namespace hammock::tool {
namespace {

constexpr int kOrderSweeps = 8, kPlaceSweeps = 12;
constexpr size_t kMostPoints = 200'000;
constexpr double kBetween = 24, kBetweenPoints = 10, kBetweenLayers = 34, kMargin = 20, kWidestLayer = 2400;

// A box, or the point of an edge in a layer.
struct Spot {
  uint32_t layer = 0;
  double width = 0;
  double x = 0;
  bool is_point = false;
  std::vector<uint32_t> above, below;
};

class Layers {
 public:
  Layers(const Graph& graph, std::span<const BoxSize> sizes)
      : graph_(graph), sizes_(sizes), spots_(graph.boxes.size()) {}

  GraphLayout run() {
    rank();
    add_points();
    order();
    place();
    return result();
  }

 private:
  // Edges lead to boxes of larger numbers. A band begins below the one before.
  void rank() {
    std::vector<std::vector<uint32_t>> from(spots_.size());
    for (const Graph::Edge& e : graph_.edges) from[e.to].push_back(e.from);
    std::vector<uint32_t> by_band(spots_.size());
    std::iota(by_band.begin(), by_band.end(), 0);
    std::ranges::stable_sort(by_band, {}, [&](uint32_t b) { return graph_.boxes[b].band; });
    uint32_t floor = 0, deepest = 0, band = 0;
    for (uint32_t b : by_band) {
      if (graph_.boxes[b].band != band) {
        band = graph_.boxes[b].band;
        floor = deepest + 1;
      }
      spots_[b].layer = floor;
      for (uint32_t f : from[b]) spots_[b].layer = std::max(spots_[b].layer, spots_[f].layer + 1);
      deepest = std::max(deepest, spots_[b].layer);
    }
    lower_sources(from);
    for (uint32_t b = 0; b < sizes_.size(); ++b) spots_[b].width = sizes_[b].width;
    fold_wide_layers(deepest + 1);
  }
  // Boxes beside each other do not use each other: where they are too many for a screen, they stand in several layers.
  void fold_wide_layers(size_t count) {
    std::vector<std::vector<uint32_t>> layers(count);
    for (uint32_t b = 0; b < spots_.size(); ++b) layers[spots_[b].layer].push_back(b);
    uint32_t next = 0;
    for (const std::vector<uint32_t>& layer : layers) {
      double x = 0;
      for (uint32_t b : layer) {
        if (x > 0 && x + spots_[b].width > kWidestLayer) x = 0, ++next;
        x += spots_[b].width + kBetween;
        spots_[b].layer = next;
      }
      ++next;
    }
    layers_.resize(next);
  }
  // What uses nothing stands right above its first user, where its band allows it.
  void lower_sources(const std::vector<std::vector<uint32_t>>& from) {
    std::vector<uint32_t> first_user(spots_.size(), 0xffffffffu);
    for (const Graph::Edge& e : graph_.edges) first_user[e.from] = std::min(first_user[e.from], spots_[e.to].layer);
    for (uint32_t b = 0; b < spots_.size(); ++b) {
      if (from[b].empty() && first_user[b] != 0xffffffffu && graph_.boxes[b].frame == 0)
        spots_[b].layer = std::max(spots_[b].layer, first_user[b] - 1);
    }
  }

  void add_points() {
    size_t points = 0;
    points_.resize(graph_.edges.size());
    for (size_t i = 0; i < graph_.edges.size(); ++i) {
      const auto [from, to] = graph_.edges[i];
      const uint32_t first = spots_[from].layer + 1, last = spots_[to].layer;
      if (last - first > kMostPoints - points) continue;
      points += last - first;
      uint32_t at = from;
      for (uint32_t layer = first; layer < last; ++layer) {
        const uint32_t point = static_cast<uint32_t>(spots_.size());
        spots_.push_back({layer, 2, 0, true, {}, {}});
        points_[i].push_back(point);
        join(at, point);
        at = point;
      }
      join(at, to);
    }
  }
  void join(uint32_t above, uint32_t below) {
    spots_[above].below.push_back(below);
    spots_[below].above.push_back(above);
  }

  void order() {
    for (uint32_t s = 0; s < spots_.size(); ++s) layers_[spots_[s].layer].push_back(s);
    number();
    for (int sweep = 0; sweep < kOrderSweeps; ++sweep) {
      const bool is_down = sweep % 2 == 0;
      for (size_t i = 1; i < layers_.size(); ++i) {
        std::vector<uint32_t>& layer = layers_[is_down ? i : layers_.size() - 1 - i];
        std::vector<std::pair<double, uint32_t>> keys;
        for (uint32_t s : layer) keys.emplace_back(mean(is_down ? spots_[s].above : spots_[s].below, spots_[s].x), s);
        std::ranges::stable_sort(keys, {}, [](const auto& k) { return k.first; });
        for (size_t j = 0; j < layer.size(); ++j) {
          layer[j] = keys[j].second;
          spots_[layer[j]].x = static_cast<double>(j) - static_cast<double>(layer.size()) / 2;
        }
      }
    }
  }
  void number() {
    for (std::vector<uint32_t>& layer : layers_) {
      for (size_t j = 0; j < layer.size(); ++j)
        spots_[layer[j]].x = static_cast<double>(j) - static_cast<double>(layer.size()) / 2;
    }
  }
  double mean(std::span<const uint32_t> of, double otherwise) const {
    if (of.empty()) return otherwise;
    double sum = 0;
    for (uint32_t s : of) sum += spots_[s].x;
    return sum / static_cast<double>(of.size());
  }

  double distance(uint32_t left, uint32_t right) const {
    const bool are_points = spots_[left].is_point && spots_[right].is_point;
    return (spots_[left].width + spots_[right].width) / 2 + (are_points ? kBetweenPoints : kBetween);
  }
  void place() {
    for (std::vector<uint32_t>& layer : layers_) {
      double x = 0;
      for (size_t j = 0; j < layer.size(); ++j) {
        if (j > 0) x += distance(layer[j - 1], layer[j]);
        spots_[layer[j]].x = x;
      }
      for (uint32_t s : layer) spots_[s].x -= x / 2;
    }
    for (int sweep = 0; sweep < kPlaceSweeps; ++sweep) {
      const bool is_down = sweep % 2 == 0, is_last = sweep >= kPlaceSweeps - 2;
      for (size_t i = 0; i < layers_.size(); ++i) pull(layers_[is_down ? i : layers_.size() - 1 - i], is_down, is_last);
    }
  }
  // Towards the layer before, at last towards both. Without its distances the layer is a row of numbers that must not
  // fall: pools of those that would take their mean.
  void pull(const std::vector<uint32_t>& layer, bool is_down, bool is_last) {
    struct Pool {
      double sum, weight;
      size_t count;
      double mean() const { return sum / weight; }
    };
    std::vector<Pool> pools;
    std::vector<double> offsets;
    double offset = 0;
    for (size_t j = 0; j < layer.size(); ++j) {
      const Spot& spot = spots_[layer[j]];
      if (j > 0) offset += distance(layer[j - 1], layer[j]);
      offsets.push_back(offset);
      double wanted = mean(is_down ? spot.above : spot.below, spot.x);
      if (is_last && !spot.above.empty() && !spot.below.empty())
        wanted = (mean(spot.above, 0) + mean(spot.below, 0)) / 2;
      const double weight = spot.is_point ? 4 : 1;  // long edges are straight
      pools.push_back({(wanted - offset) * weight, weight, 1});
      while (pools.size() > 1 && pools[pools.size() - 2].mean() > pools.back().mean()) {
        const Pool last = pools.back();
        pools.pop_back();
        pools.back().sum += last.sum;
        pools.back().weight += last.weight;
        pools.back().count += last.count;
      }
    }
    size_t j = 0;
    for (const Pool& pool : pools) {
      for (size_t k = 0; k < pool.count; ++k, ++j) spots_[layer[j]].x = pool.mean() + offsets[j];
    }
  }

  GraphLayout result() const {
    GraphLayout out;
    double left = 0, right = 0;
    for (const Spot& s : spots_) {
      left = std::min(left, s.x - s.width / 2);
      right = std::max(right, s.x + s.width / 2);
    }
    std::vector<double> y(layers_.size());
    double top = kMargin;
    for (size_t i = 0; i < layers_.size(); ++i) {
      double height = 0;
      for (uint32_t s : layers_[i]) height = std::max(height, s < sizes_.size() ? sizes_[s].height : 0);
      y[i] = top + height / 2;
      top += height + kBetweenLayers;
    }
    auto at = [&](uint32_t s) { return LayoutPoint{spots_[s].x - left + kMargin, y[spots_[s].layer]}; };
    for (uint32_t b = 0; b < sizes_.size(); ++b) out.boxes.push_back(at(b));
    for (const std::vector<uint32_t>& points : points_) {
      std::vector<LayoutPoint>& edge = out.edges.emplace_back();
      for (uint32_t s : points) edge.push_back(at(s));
    }
    out.width = right - left + 2 * kMargin;
    out.height = top - kBetweenLayers + kMargin;
    return out;
  }

  const Graph& graph_;
  std::span<const BoxSize> sizes_;
  std::vector<Spot> spots_;
  std::vector<std::vector<uint32_t>> layers_, points_;  // points: of each edge
};

}  // namespace

GraphLayout layout_of(const Graph& graph, std::span<const BoxSize> sizes) { return Layers(graph, sizes).run(); }

}  // namespace hammock::tool
