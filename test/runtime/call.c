// A compiled model called from C: with memory of the caller, and refused with a message.
#include <tenon/runtime/abi.h>

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static DLTensor tensor(void* data, int32_t rank, int64_t* shape, uint8_t code, uint8_t bits) {
    DLTensor result = {0};
    result.data = data;
    result.device.device_type = kDLCPU;
    result.ndim = rank;
    result.dtype.code = code;
    result.dtype.bits = bits;
    result.dtype.lanes = 1;
    result.shape = shape;
    return result;
}

static tenon_function const* find(tenon_module const* module, char const* name) {
    for (int32_t i = 0; i < module->function_count; ++i)
        if (!strcmp(module->functions[i].name, name)) return &module->functions[i];
    return NULL;
}

static int differ(char const* what) {
    fprintf(stderr, "wrong: %s\n", what);
    return 1;
}

static int use(tenon_module const* module) {
    float x_data[6] = {1, 2, 3, 4, 5, 6}, y_data[6] = {0};
    int64_t x_shape[2] = {2, 3}, y_shape[2], steps_shape[1], steps_data[5];
    int64_t* shapes[2] = {y_shape, steps_shape};
    tenon_function const* function = find(module, "main");
    tenon_error error;
    if (!function) return differ("no function main");

    DLTensor x = tensor(x_data, 2, x_shape, kDLFloat, 32);
    DLTensor const* inputs[2] = {&x, NULL};
    if (function->shapes(inputs, 2, shapes, &error)) return differ(error.message);
    if (y_shape[0] != 2 || y_shape[1] != 3 || steps_shape[0] != 5) return differ("shapes");

    DLTensor y = tensor(y_data, 2, y_shape, kDLFloat, 32);
    DLTensor steps = tensor(steps_data, 1, steps_shape, kDLInt, 64);
    DLTensor const* all[4] = {&x, NULL, &y, &steps};
    if (function->call(all, 4, NULL, &error)) return differ(error.message);
    if (y_data[5] != 12 || steps_data[4] != 4) return differ("results");

    x_shape[1] = 2;
    if (function->call(all, 4, NULL, &error) != tenon_bad_shape) return differ("not refused");
    if (error.argument != 0 || !strstr(error.message, "\"x\"")) return differ(error.message);
    x_shape[1] = 3;

    DLManagedTensor* handed_out[2];
    if (function->managed(inputs, 2, handed_out, NULL, &error)) return differ(error.message);
    if (((float*)handed_out[0]->dl_tensor.data)[5] != 12) return differ("managed results");
    for (int k = 0; k < 2; ++k) handed_out[k]->deleter(handed_out[k]);
    return 0;
}

int main(int count, char** arguments) {
    void* library = count == 2 ? dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!library) return differ(count == 2 ? dlerror() : "want the path of a library");
    tenon_module_function info;
    *(void**)&info = dlsym(library, "tenon_module_info");
    if (!info || info()->abi_version != TENON_ABI_VERSION) return differ("tenon_module_info");
    return use(info());
}
