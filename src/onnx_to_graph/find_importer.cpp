#include "onnx_to_graph/find_importer.hpp"

#include "onnx_to_graph/families.hpp"
#include "onnx_to_graph/microsoft_schemas.hpp"

#include <map>
#include <vector>

namespace tenon::onnx_to_graph {

namespace {

importer_table const* const families[] = {
    &arithmetic_importers, &activation_importers, &constant_importers,      &shape_importers,
    &slicing_importers,    &movement_importers,   &gathering_importers,     &contraction_importers,
    &pooling_importers,    &reduction_importers,  &normalization_importers, &resizing_importers,
    &control_importers,    &stepwise_importers,   &quantization_importers,  &loss_importers,
    &sampling_importers,   &recurrence_importers, &attention_importers,     &microsoft_importers,
    &rotary_importers,
};

using by_name = std::map<std::string_view, std::vector<importer const*>, std::less<>>;

by_name const& all_importers() {
    static by_name const all = [] {
        by_name gathered;
        for (auto const* family : families)
            for (int i = 0; i != family->count; ++i)
                gathered[family->first[i].op].push_back(&family->first[i]);
        return gathered;
    }();
    return all;
}

std::map<std::string_view, std::vector<schema const*>, std::less<>> const& all_schemas() {
    static auto const all = [] {
        std::map<std::string_view, std::vector<schema const*>, std::less<>> gathered;
        for (auto const& s : schemas) gathered[s.op].push_back(&s);
        return gathered;
    }();
    return all;
}

} // namespace

schema const* find_schema(std::string_view op, std::int64_t opset) {
    auto const versions = all_schemas().find(op);
    schema const* found = nullptr;
    if (versions != all_schemas().end())
        for (auto const* s : versions->second)
            if (s->since <= opset) found = s;
    return found;
}
schema const* find_schema_of(std::string_view domain, std::string_view op) {
    if (domain == microsoft_domain)
        for (auto const& s : microsoft_schemas)
            if (s.op == op) return &s;
    return nullptr;
}
int introduced_in(std::string_view op) {
    auto const versions = all_schemas().find(op);
    return versions == all_schemas().end() ? 0 : versions->second.front()->since;
}

importer const* find_importer(std::string_view domain, std::string_view op, int version) {
    auto const versions = all_importers().find(op);
    if (versions != all_importers().end())
        for (auto const* i : versions->second)
            if (i->domain == domain && i->first <= version && version <= i->last) return i;
    return nullptr;
}
importer const* find_importer(std::string_view op, int since) {
    return find_importer({}, op, since);
}

} // namespace tenon::onnx_to_graph
