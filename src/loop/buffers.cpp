#include "buffers.hpp"

#include <tenon/core/address.hpp>
#include <tenon/loop/ops.hpp>

#include <algorithm>
#include <unordered_map>

namespace tenon::loop {

using core::dim;
using core::node_id;
using core::value_id;

namespace {

class lives {
public:
    lives(core::program const& p, core::function const& f) : program_(p) {
        walk(f.body);
        for (auto const& loop : loops_)
            for (auto& times : uses_) last_as_long_as(loop, times);
        for (std::size_t i = 0; i != found.all.size(); ++i)
            for (auto const at : uses_[i]) {
                auto& b = found.all[i];
                b.first = b.is_used() ? std::min(b.first, at) : at;
                b.last = std::max(b.last, at);
            }
    }
    buffers found;

private:
    struct span {
        std::size_t first, last;
    };

    void walk(core::block_id b) {
        for (auto n : program_[b].nodes) {
            ++now_;
            auto const& node = program_[n];
            if (node.op == &core::facts_of<call>) found.calls.push_back({n, now_});
            if (node.op == &core::facts_of<arena>)
                add(n);
            else
                for (auto o : node.operands) use(n, o);
            auto const begin = now_;
            for (auto r : node.regions) walk(r);
            if (node.op == &core::facts_of<while_>) loops_.push_back({begin, ++now_});
        }
    }
    void add(node_id n) {
        auto const v = program_[n].results[0];
        auto const& t = program_[v].type;
        dim const bytes = core::storage(t) * dim(core::bits(t.element) / 8);
        owner_[static_cast<std::uint32_t>(v)] = found.all.size();
        found.all.push_back(
            {n, dim(buffer_alignment) * core::ceildiv(bytes, dim(buffer_alignment))});
        uses_.emplace_back();
    }
    void use(node_id n, value_id v) {
        auto const at = owner_.find(static_cast<std::uint32_t>(v));
        if (at == owner_.end()) return;
        if (program_[n].op == &core::facts_of<view>)
            owner_[static_cast<std::uint32_t>(program_[n].results[0])] = at->second;
        else
            uses_[at->second].push_back(now_);
    }
    /// What is used in a loop and outside of it lives as long as the loop runs.
    static void last_as_long_as(span loop, std::vector<std::size_t>& times) {
        auto const in_loop = [&](std::size_t at) { return loop.first <= at && at <= loop.last; };
        bool const inside = std::any_of(times.begin(), times.end(), in_loop);
        if (!inside || std::all_of(times.begin(), times.end(), in_loop)) return;
        times.push_back(loop.first);
        times.push_back(loop.last);
    }

    core::program const& program_;
    std::size_t now_ = 0;
    std::unordered_map<std::uint32_t, std::size_t> owner_; ///< value -> buffer, through views
    std::vector<std::vector<std::size_t>> uses_;           ///< of the buffers
    std::vector<span> loops_;                              ///< inner ones first
};

} // namespace

buffers buffers_of(core::program const& p, core::function const& entry) {
    return lives(p, entry).found;
}

} // namespace tenon::loop
