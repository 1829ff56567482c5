#if os(iOS)
let a = 1
#endif