; Written by scripts/support-ir from support.c: the fixed part of every artifact.

%struct.tenon_options = type { i64, i32, i32, ptr, ptr, ptr, ptr, ptr }
%struct.anon = type { i64, [56 x i8], i64, i32, i32, i32, %union.sem_t, ptr, ptr, i64, i64, [40 x i8], [64 x %struct.pool_share], [64 x %struct.pool_worker] }
%union.sem_t = type { i64, [24 x i8] }
%struct.pool_share = type { i64, i64, [48 x i8] }
%struct.pool_worker = type { %union.sem_t, i64, i32, i32, [16 x i8] }
%struct.tenon_text = type { ptr, i64 }
%struct.pool_wait = type { i64, i32 }
%struct.__sigset_t = type { [16 x i64] }
%struct.tenon_argument = type { ptr, ptr, i32, i32, i32, i32, i32, i32 }
%struct.tvm_call = type { ptr, i64, [256 x ptr], %struct.tenon_error }
%struct.tenon_error = type { i32, i32, [1016 x i8] }
%struct.tenon_check = type { ptr, ptr, ptr, ptr, ptr }
%struct.tenon_any = type { i32, i32, %union.anon }
%union.anon = type { i64 }
%struct.tenon_call = type { ptr, ptr, ptr, ptr, i64, i64, ptr, ptr, ptr, ptr, ptr, i32, i32 }
%struct.Dl_info = type { ptr, ptr, ptr, ptr }
%struct.tenon_symbol = type { ptr, i32, i32 }
%struct.tenon_constraint = type { %struct.tenon_dim, %struct.tenon_dim, ptr, i32, i32 }
%struct.tenon_dim = type { ptr, ptr, i64 }
%struct.timespec = type { i64, i64 }
%struct.library_search = type { i64, [1024 x i8] }
%struct.tvm_bytes = type { ptr, i64 }

@.str = private unnamed_addr constant [3 x i8] c": \00", align 1
@.str.1 = private unnamed_addr constant [9 x i8] c": index \00", align 1
@.str.2 = private unnamed_addr constant [32 x i8] c" is out of range, want one in [\00", align 1
@.str.3 = private unnamed_addr constant [3 x i8] c", \00", align 1
@.str.4 = private unnamed_addr constant [2 x i8] c")\00", align 1
@.str.5 = private unnamed_addr constant [52 x i8] c"out of memory for what a kernel keeps while it runs\00", align 1
@default_options = internal constant %struct.tenon_options { i64 56, i32 0, i32 0, ptr null, ptr null, ptr null, ptr null, ptr null }, align 8
@.str.6 = private unnamed_addr constant [23 x i8] c"the arguments are null\00", align 1
@.str.7 = private unnamed_addr constant [20 x i8] c"the inputs are null\00", align 1
@.str.8 = private unnamed_addr constant [34 x i8] c"the place for the outputs is null\00", align 1
@.str.9 = private unnamed_addr constant [33 x i8] c"the place for the shapes is null\00", align 1
@.str.10 = private unnamed_addr constant [32 x i8] c"the place for its shape is null\00", align 1
@pool = internal global %struct.anon zeroinitializer, align 64
@kept = internal global [16 x ptr] zeroinitializer, align 16
@kept_bytes = internal unnamed_addr global [16 x i64] zeroinitializer, align 16
@.str.11 = private unnamed_addr constant [28 x i8] c"out of memory for an output\00", align 1
@.str.12 = private unnamed_addr constant [8 x i8] c"output \00", align 1
@.str.13 = private unnamed_addr constant [9 x i8] c": shape \00", align 1
@.str.14 = private unnamed_addr constant [8 x i8] c", want \00", align 1
@.str.15 = private unnamed_addr constant [72 x i8] c", which the data of the inputs decides (the managed entry allocates it)\00", align 1
@.str.16 = private unnamed_addr constant [2 x i8] c"\22\00", align 1
@.str.17 = private unnamed_addr constant [2 x i8] c"[\00", align 1
@.str.18 = private unnamed_addr constant [2 x i8] c"]\00", align 1
@.str.19 = private unnamed_addr constant [27 x i8] c"a value of tvm_ffi's type \00", align 1
@.str.20 = private unnamed_addr constant [16 x i8] c", want a tensor\00", align 1
@.str.21 = private unnamed_addr constant [12 x i8] c" (argument \00", align 1
@.str.22 = private unnamed_addr constant [4 x i8] c"): \00", align 1
@.str.23 = private unnamed_addr constant [7 x i8] c"input \00", align 1
@.str.24 = private unnamed_addr constant [29 x i8] c"TVMFFIErrorSetRaisedFromCStr\00", align 1
@find_tvm_library.known = internal unnamed_addr global ptr null, align 8
@.str.25 = private unnamed_addr constant [1 x i8] zeroinitializer, align 1
@.str.26 = private unnamed_addr constant [10 x i8] c"TypeError\00", align 1
@.str.27 = private unnamed_addr constant [12 x i8] c"MemoryError\00", align 1
@.str.28 = private unnamed_addr constant [11 x i8] c"IndexError\00", align 1
@.str.29 = private unnamed_addr constant [11 x i8] c"ValueError\00", align 1
@.str.30 = private unnamed_addr constant [10 x i8] c"ffi.Shape\00", align 1
@.str.31 = private unnamed_addr constant [24 x i8] c"TVMFFIFunctionGetGlobal\00", align 1
@.str.32 = private unnamed_addr constant [19 x i8] c"TVMFFIFunctionCall\00", align 1
@.str.33 = private unnamed_addr constant [19 x i8] c"TVMFFIObjectDecRef\00", align 1
@.str.34 = private unnamed_addr constant [13 x i8] c"RuntimeError\00", align 1
@.str.35 = private unnamed_addr constant [40 x i8] c"this entry needs tvm_ffi in the process\00", align 1
@.str.36 = private unnamed_addr constant [45 x i8] c"tvm_ffi lacks the function that makes arrays\00", align 1
@.str.37 = private unnamed_addr constant [30 x i8] c"want an i64 vector of length \00", align 1
@.str.38 = private unnamed_addr constant [34 x i8] c" on the CPU to write its shape to\00", align 1
@.str.39 = private unnamed_addr constant [34 x i8] c"out of memory for the call itself\00", align 1
@.str.40 = private unnamed_addr constant [23 x i8] c"TVMFFITensorFromDLPack\00", align 1
@.str.41 = private unnamed_addr constant [10 x i8] c"ffi.Array\00", align 1
@.str.42 = private unnamed_addr constant [5 x i8] c"got \00", align 1
@.str.43 = private unnamed_addr constant [10 x i8] c" argument\00", align 1
@.str.44 = private unnamed_addr constant [3 x i8] c" (\00", align 1
@.str.45 = private unnamed_addr constant [7 x i8] c" input\00", align 1
@.str.46 = private unnamed_addr constant [8 x i8] c" output\00", align 1
@.str.47 = private unnamed_addr constant [2 x i8] c"s\00", align 1
@.str.48 = private unnamed_addr constant [25 x i8] c"options: size is not set\00", align 1
@.str.49 = private unnamed_addr constant [29 x i8] c"options: threads is negative\00", align 1
@.str.50 = private unnamed_addr constant [31 x i8] c"options: threads is above 4096\00", align 1
@.str.51 = private unnamed_addr constant [74 x i8] c"options: allocate and release replace the allocator together, one is null\00", align 1
@.str.52 = private unnamed_addr constant [59 x i8] c"options: parallel_for needs threads, the most that it uses\00", align 1
@.str.53 = private unnamed_addr constant [16 x i8] c"on device type \00", align 1
@.str.54 = private unnamed_addr constant [19 x i8] c", want the CPU (1)\00", align 1
@.str.55 = private unnamed_addr constant [14 x i8] c"element type \00", align 1
@.str.56 = private unnamed_addr constant [5 x i8] c"bool\00", align 1
@.str.57 = private unnamed_addr constant [18 x i8] c"DLPack type code \00", align 1
@.str.58 = private unnamed_addr constant [5 x i8] c" of \00", align 1
@.str.59 = private unnamed_addr constant [6 x i8] c" bits\00", align 1
@.str.60 = private unnamed_addr constant [4 x i8] c" x \00", align 1
@.str.61 = private unnamed_addr constant [7 x i8] c" lanes\00", align 1
@.str.62 = private unnamed_addr constant [7 x i8] c"f8e3m4\00", align 1
@.str.63 = private unnamed_addr constant [7 x i8] c"f8e4m3\00", align 1
@.str.64 = private unnamed_addr constant [14 x i8] c"f8e4m3b11fnuz\00", align 1
@.str.65 = private unnamed_addr constant [9 x i8] c"f8e4m3fn\00", align 1
@.str.66 = private unnamed_addr constant [11 x i8] c"f8e4m3fnuz\00", align 1
@.str.67 = private unnamed_addr constant [7 x i8] c"f8e5m2\00", align 1
@.str.68 = private unnamed_addr constant [11 x i8] c"f8e5m2fnuz\00", align 1
@.str.69 = private unnamed_addr constant [7 x i8] c"f8e8m0\00", align 1
@.str.70 = private unnamed_addr constant [7 x i8] c"f4e2m1\00", align 1
@.str.71 = private unnamed_addr constant [2 x i8] c"i\00", align 1
@.str.72 = private unnamed_addr constant [2 x i8] c"u\00", align 1
@.str.73 = private unnamed_addr constant [2 x i8] c"f\00", align 1
@.str.74 = private unnamed_addr constant [3 x i8] c"bf\00", align 1
@.str.75 = private unnamed_addr constant [2 x i8] c"c\00", align 1
@.str.76 = private unnamed_addr constant [9 x i8] c"strides \00", align 1
@.str.77 = private unnamed_addr constant [12 x i8] c" for shape \00", align 1
@.str.78 = private unnamed_addr constant [61 x i8] c", want rows without gaps, the last dimension first (C order)\00", align 1
@.str.79 = private unnamed_addr constant [32 x i8] c"the pointer to its data is null\00", align 1
@.str.80 = private unnamed_addr constant [17 x i8] c"its data begins \00", align 1
@.str.81 = private unnamed_addr constant [6 x i8] c" byte\00", align 1
@.str.82 = private unnamed_addr constant [20 x i8] c" off a multiple of \00", align 1
@.str.83 = private unnamed_addr constant [20 x i8] c", the alignment of \00", align 1
@.str.84 = private unnamed_addr constant [20 x i8] c"null, want a tensor\00", align 1
@.str.85 = private unnamed_addr constant [6 x i8] c"rank \00", align 1
@.str.86 = private unnamed_addr constant [9 x i8] c" (shape \00", align 1
@.str.87 = private unnamed_addr constant [13 x i8] c", want rank \00", align 1
@.str.88 = private unnamed_addr constant [9 x i8] c", shape \00", align 1
@.str.89 = private unnamed_addr constant [33 x i8] c"the pointer to its shape is null\00", align 1
@.str.90 = private unnamed_addr constant [13 x i8] c" is negative\00", align 1
@.str.91 = private unnamed_addr constant [25 x i8] c": larger than any memory\00", align 1
@.str.92 = private unnamed_addr constant [7 x i8] c"shape \00", align 1
@.str.93 = private unnamed_addr constant [13 x i8] c": dimension \00", align 1
@.str.94 = private unnamed_addr constant [11 x i8] c"dimension \00", align 1
@.str.95 = private unnamed_addr constant [11 x i8] c" would be \00", align 1
@.str.96 = private unnamed_addr constant [4 x i8] c" = \00", align 1
@.str.97 = private unnamed_addr constant [27 x i8] c", which cannot be computed\00", align 1
@.str.98 = private unnamed_addr constant [32 x i8] c" for the shapes of these inputs\00", align 1
@.str.99 = private unnamed_addr constant [5 x i8] c" is \00", align 1
@.str.100 = private unnamed_addr constant [18 x i8] c" as in dimension \00", align 1
@.str.101 = private unnamed_addr constant [20 x i8] c"shares memory with \00", align 1
@.str.102 = private unnamed_addr constant [25 x i8] c", want memory of its own\00", align 1
@available_threads.known = internal unnamed_addr global i32 0, align 4
@.str.103 = private unnamed_addr constant [51 x i8] c"the memory it needs for these shapes is beyond any\00", align 1
@.str.104 = private unnamed_addr constant [42 x i8] c"out of memory for its intermediate values\00", align 1
@.str.105 = private unnamed_addr constant [21 x i8] c"failed while running\00", align 1
@.str.106 = private unnamed_addr constant [43 x i8] c"the input shapes do not go together: want \00", align 1
@.str.107 = private unnamed_addr constant [7 x i8] c"; got \00", align 1
@.str.108 = private unnamed_addr constant [5 x i8] c" >= \00", align 1
@.str.109 = private unnamed_addr constant [7 x i8] c", got \00", align 1
@.str.110 = private unnamed_addr constant [6 x i8] c" and \00", align 1
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @tenon_unload, ptr null }]

; Function Attrs: noinline nounwind
define void @tenon_relax() local_unnamed_addr #0 {
  tail call void asm sideeffect "", "~{memory},~{dirflag},~{fpsr},~{flags}"() #19, !srcloc !2
  ret void
}

; Function Attrs: nofree norecurse nounwind memory(readwrite, inaccessiblemem: none)
define void @tenon_fail(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2) local_unnamed_addr #1 {
  %4 = alloca %struct.tenon_text, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 88
  %6 = cmpxchg ptr %5, i32 0, i32 %1 monotonic monotonic, align 8
  %7 = extractvalue { i32, i1 } %6, 1
  br i1 %7, label %8, label %17

8:                                                ; preds = %3
  %9 = getelementptr inbounds i8, ptr %0, i64 64
  %10 = load ptr, ptr %9, align 8
  store i32 %1, ptr %10, align 4
  %11 = getelementptr inbounds i8, ptr %10, i64 4
  store i32 -1, ptr %11, align 4
  %12 = getelementptr inbounds i8, ptr %10, i64 8
  store i8 0, ptr %12, align 1
  store ptr %12, ptr %4, align 8
  %13 = getelementptr inbounds i8, ptr %4, i64 8
  store i64 1015, ptr %13, align 8
  %14 = getelementptr inbounds i8, ptr %0, i64 48
  %15 = load ptr, ptr %14, align 8
  %16 = load ptr, ptr %15, align 8
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef %16)
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef nonnull @.str)
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef %2)
  br label %17

17:                                               ; preds = %3, %8
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define internal fastcc void @add(ptr nocapture noundef %0, ptr nocapture noundef readonly %1) unnamed_addr #2 {
  %3 = load i8, ptr %1, align 1
  %.not22 = icmp eq i8 %3, 0
  %.phi.trans.insert = getelementptr inbounds i8, ptr %0, i64 8
  %.pre = load i64, ptr %.phi.trans.insert, align 8
  br i1 %.not22, label %.critedge, label %.lr.ph

.lr.ph:                                           ; preds = %2
  %smax = tail call i64 @llvm.smax.i64(i64 %.pre, i64 -1)
  %4 = add i64 %smax, 1
  br label %5

5:                                                ; preds = %.lr.ph, %6
  %.023 = phi i64 [ 0, %.lr.ph ], [ %7, %6 ]
  %exitcond = icmp eq i64 %.023, %4
  br i1 %exitcond, label %.critedge, label %6

6:                                                ; preds = %5
  %7 = add nuw i64 %.023, 1
  %8 = getelementptr inbounds i8, ptr %1, i64 %7
  %9 = load i8, ptr %8, align 1
  %.not = icmp eq i8 %9, 0
  br i1 %.not, label %.critedge, label %5, !llvm.loop !3

.critedge:                                        ; preds = %5, %6, %2
  %.0.lcssa = phi i64 [ 0, %2 ], [ %7, %6 ], [ %4, %5 ]
  %10 = getelementptr inbounds i8, ptr %0, i64 8
  %11 = icmp sgt i64 %.0.lcssa, %.pre
  br i1 %11, label %12, label %whole_characters.exit

12:                                               ; preds = %.critedge
  %13 = icmp sgt i64 %.pre, 0
  br i1 %13, label %.lr.ph.i, label %whole_characters.exit

.lr.ph.i:                                         ; preds = %12, %18
  %.04.i = phi i64 [ %19, %18 ], [ %.pre, %12 ]
  %14 = getelementptr inbounds i8, ptr %1, i64 %.04.i
  %15 = load i8, ptr %14, align 1
  %16 = and i8 %15, -64
  %17 = icmp eq i8 %16, -128
  br i1 %17, label %18, label %whole_characters.exit

18:                                               ; preds = %.lr.ph.i
  %19 = add nsw i64 %.04.i, -1
  %20 = icmp sgt i64 %.04.i, 1
  br i1 %20, label %.lr.ph.i, label %whole_characters.exit, !llvm.loop !5

whole_characters.exit:                            ; preds = %18, %.lr.ph.i, %12, %.critedge
  %.1 = phi i64 [ %.0.lcssa, %.critedge ], [ %.pre, %12 ], [ %.04.i, %.lr.ph.i ], [ 0, %18 ]
  %21 = load ptr, ptr %0, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %21, ptr nonnull align 1 %1, i64 %.1, i1 false)
  %22 = load ptr, ptr %0, align 8
  %23 = getelementptr inbounds i8, ptr %22, i64 %.1
  store ptr %23, ptr %0, align 8
  %24 = getelementptr inbounds i8, ptr %1, i64 %.1
  %25 = load i8, ptr %24, align 1
  %.not21 = icmp eq i8 %25, 0
  br i1 %.not21, label %26, label %29

26:                                               ; preds = %whole_characters.exit
  %27 = load i64, ptr %10, align 8
  %28 = sub nsw i64 %27, %.1
  br label %29

29:                                               ; preds = %whole_characters.exit, %26
  %30 = phi i64 [ %28, %26 ], [ 0, %whole_characters.exit ]
  store i64 %30, ptr %10, align 8
  store i8 0, ptr %23, align 1
  ret void
}

; Function Attrs: nofree norecurse nounwind memory(readwrite, inaccessiblemem: none)
define void @tenon_fail_index(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, i64 noundef %2, i64 noundef %3) local_unnamed_addr #1 {
  %5 = alloca [512 x i8], align 16
  %6 = alloca %struct.tenon_text, align 8
  store i8 0, ptr %5, align 16
  store ptr %5, ptr %6, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 8
  store i64 511, ptr %7, align 8
  call fastcc void @add(ptr noundef nonnull %6, ptr noundef %1)
  call fastcc void @add(ptr noundef nonnull %6, ptr noundef nonnull @.str.1)
  call fastcc void @add_number(ptr noundef nonnull %6, i64 noundef %2)
  call fastcc void @add(ptr noundef nonnull %6, ptr noundef nonnull @.str.2)
  %8 = sub nsw i64 0, %3
  call fastcc void @add_number(ptr noundef nonnull %6, i64 noundef %8)
  call fastcc void @add(ptr noundef nonnull %6, ptr noundef nonnull @.str.3)
  call fastcc void @add_number(ptr noundef nonnull %6, i64 noundef %3)
  call fastcc void @add(ptr noundef nonnull %6, ptr noundef nonnull @.str.4)
  call void @tenon_fail(ptr noundef %0, i32 noundef 12, ptr noundef nonnull %5)
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define internal fastcc void @add_number(ptr nocapture noundef %0, i64 noundef %1) unnamed_addr #2 {
  %3 = alloca [24 x i8], align 16
  %4 = tail call i64 @llvm.abs.i64(i64 %1, i1 false)
  %5 = getelementptr inbounds i8, ptr %3, i64 23
  store i8 0, ptr %5, align 1
  br label %6

6:                                                ; preds = %6, %2
  %.010 = phi ptr [ %5, %2 ], [ %11, %6 ]
  %.0 = phi i64 [ %4, %2 ], [ %7, %6 ]
  %.0.frozen = freeze i64 %.0
  %7 = udiv i64 %.0.frozen, 10
  %8 = mul i64 %7, 10
  %.decomposed = sub i64 %.0.frozen, %8
  %9 = trunc nuw nsw i64 %.decomposed to i8
  %10 = or disjoint i8 %9, 48
  %11 = getelementptr inbounds i8, ptr %.010, i64 -1
  store i8 %10, ptr %11, align 1
  %.not = icmp ult i64 %.0, 10
  br i1 %.not, label %12, label %6, !llvm.loop !6

12:                                               ; preds = %6
  %13 = icmp slt i64 %1, 0
  br i1 %13, label %14, label %16

14:                                               ; preds = %12
  %15 = getelementptr inbounds i8, ptr %.010, i64 -2
  store i8 45, ptr %15, align 1
  br label %16

16:                                               ; preds = %14, %12
  %.1 = phi ptr [ %15, %14 ], [ %11, %12 ]
  call fastcc void @add(ptr noundef %0, ptr noundef nonnull %.1)
  ret void
}

; Function Attrs: nounwind
define void @tenon_parallel(ptr nocapture noundef %0, ptr noundef %1, ptr noundef %2, i64 noundef %3, i64 noundef %4) local_unnamed_addr #3 {
  %6 = alloca %struct.pool_wait, align 8
  %7 = alloca %struct.__sigset_t, align 8
  %8 = alloca %struct.__sigset_t, align 8
  %9 = icmp slt i64 %3, 1
  br i1 %9, label %131, label %10

10:                                               ; preds = %5
  %spec.store.select = tail call i64 @llvm.smax.i64(i64 %4, i64 1)
  %11 = getelementptr inbounds i8, ptr %0, i64 40
  %12 = load i64, ptr %11, align 8
  %13 = icmp eq i64 %12, 1
  %14 = lshr i64 %3, 1
  %15 = icmp ult i64 %14, %spec.store.select
  %or.cond = or i1 %15, %13
  br i1 %or.cond, label %16, label %17

16:                                               ; preds = %10
  tail call void %1(ptr noundef %2, i64 noundef 0, i64 noundef %3, i64 noundef 0) #19
  br label %131

17:                                               ; preds = %10
  %18 = getelementptr inbounds i8, ptr %0, i64 56
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds i8, ptr %19, i64 16
  %21 = load ptr, ptr %20, align 8
  %.not = icmp eq ptr %21, null
  br i1 %.not, label %32, label %22

22:                                               ; preds = %17
  %23 = getelementptr inbounds i8, ptr %19, i64 24
  %24 = load ptr, ptr %23, align 8
  %25 = shl nsw i64 %12, 2
  %.frozen = freeze i64 %25
  %26 = sdiv i64 %3, %.frozen
  %27 = mul i64 %26, %.frozen
  %.decomposed = sub i64 %3, %27
  %28 = icmp ne i64 %.decomposed, 0
  %29 = zext i1 %28 to i64
  %30 = add nsw i64 %26, %29
  %31 = tail call i64 @llvm.smax.i64(i64 %30, i64 %spec.store.select)
  tail call void %21(ptr noundef %24, ptr noundef %1, ptr noundef %2, i64 noundef %3, i64 noundef %31) #19
  br label %131

32:                                               ; preds = %17
  %33 = getelementptr inbounds i8, ptr %0, i64 92
  %34 = load i32, ptr %33, align 4
  %.not28 = icmp eq i32 %34, 0
  br i1 %.not28, label %35, label %50

35:                                               ; preds = %32
  %36 = tail call i32 @getpid() #19
  %37 = sext i32 %36 to i64
  %38 = load atomic i64, ptr getelementptr inbounds (i8, ptr @pool, i64 64) acquire, align 64
  %39 = icmp eq i64 %38, %37
  br i1 %39, label %own_pool.exit.i, label %40

40:                                               ; preds = %35
  %41 = icmp eq i64 %38, -1
  br i1 %41, label %take_pool.exit.thread, label %42

42:                                               ; preds = %40
  %43 = cmpxchg ptr getelementptr inbounds (i8, ptr @pool, i64 64), i64 %38, i64 -1 acquire monotonic, align 64
  %44 = extractvalue { i64, i1 } %43, 1
  br i1 %44, label %45, label %take_pool.exit.thread

45:                                               ; preds = %42
  %46 = tail call i32 @sem_init(ptr noundef nonnull getelementptr inbounds (i8, ptr @pool, i64 88), i32 noundef 0, i32 noundef 0) #19
  store i32 0, ptr getelementptr inbounds (i8, ptr @pool, i64 80), align 16
  store atomic i64 0, ptr @pool monotonic, align 64
  store atomic i32 0, ptr getelementptr inbounds (i8, ptr @pool, i64 72) monotonic, align 8
  store atomic i64 %37, ptr getelementptr inbounds (i8, ptr @pool, i64 64) release, align 64
  br label %own_pool.exit.i

own_pool.exit.i:                                  ; preds = %45, %35
  %47 = load atomic i32, ptr getelementptr inbounds (i8, ptr @pool, i64 72) monotonic, align 8
  %.not4.i = icmp eq i32 %47, 0
  br i1 %.not4.i, label %take_pool.exit, label %take_pool.exit.thread

take_pool.exit.thread:                            ; preds = %own_pool.exit.i, %42, %40
  store i32 0, ptr %33, align 4
  br label %130

take_pool.exit:                                   ; preds = %own_pool.exit.i
  %48 = atomicrmw xchg ptr getelementptr inbounds (i8, ptr @pool, i64 72), i32 1 acquire, align 8
  %.not5.i = icmp eq i32 %48, 0
  %49 = zext i1 %.not5.i to i32
  store i32 %49, ptr %33, align 4
  br i1 %.not5.i, label %take_pool.exit._crit_edge, label %130

take_pool.exit._crit_edge:                        ; preds = %take_pool.exit
  %.pre = load i64, ptr %11, align 8
  br label %50

50:                                               ; preds = %take_pool.exit._crit_edge, %32
  %51 = phi i64 [ %.pre, %take_pool.exit._crit_edge ], [ %12, %32 ]
  %52 = udiv i64 %3, %spec.store.select
  %53 = tail call i64 @llvm.smin.i64(i64 %51, i64 %52)
  %54 = tail call i64 @llvm.smin.i64(i64 %53, i64 64)
  %55 = add nsw i64 %54, -1
  %56 = load i32, ptr getelementptr inbounds (i8, ptr @pool, i64 80), align 16
  %57 = sext i32 %56 to i64
  %58 = icmp sgt i64 %55, %57
  br i1 %58, label %.lr.ph.i, label %.critedge.i

.lr.ph.i:                                         ; preds = %50, %76
  %59 = phi i64 [ %78, %76 ], [ %57, %50 ]
  %60 = getelementptr inbounds [64 x %struct.pool_worker], ptr getelementptr inbounds (i8, ptr @pool, i64 4288), i64 0, i64 %59
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %7)
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %8)
  %61 = call i32 @sem_init(ptr noundef nonnull %60, i32 noundef 0, i32 noundef 0) #19
  %62 = getelementptr inbounds i8, ptr %60, i64 44
  store i32 0, ptr %62, align 4
  %63 = load atomic i64, ptr @pool monotonic, align 64
  %64 = lshr i64 %63, 32
  %65 = trunc nuw i64 %64 to i32
  %66 = getelementptr inbounds i8, ptr %60, i64 40
  store i32 %65, ptr %66, align 8
  %67 = call i32 @sigfillset(ptr noundef nonnull %7) #19
  %68 = call i32 @sigdelset(ptr noundef nonnull %7, i32 noundef 11) #19
  %69 = call i32 @sigdelset(ptr noundef nonnull %7, i32 noundef 7) #19
  %70 = call i32 @sigdelset(ptr noundef nonnull %7, i32 noundef 8) #19
  %71 = call i32 @sigdelset(ptr noundef nonnull %7, i32 noundef 4) #19
  %72 = call i32 @pthread_sigmask(i32 noundef 2, ptr noundef nonnull %7, ptr noundef nonnull %8) #19
  %73 = getelementptr inbounds i8, ptr %60, i64 32
  %74 = call i32 @pthread_create(ptr noundef nonnull %73, ptr noundef null, ptr noundef nonnull @be_worker, ptr noundef nonnull %60) #19
  %75 = call i32 @pthread_sigmask(i32 noundef 2, ptr noundef nonnull %8, ptr noundef null) #19
  %.not.i.not.i = icmp eq i32 %74, 0
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %7)
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %8)
  %.pre.pre.i = load i32, ptr getelementptr inbounds (i8, ptr @pool, i64 80), align 16
  br i1 %.not.i.not.i, label %76, label %.critedge.i

76:                                               ; preds = %.lr.ph.i
  %77 = add nsw i32 %.pre.pre.i, 1
  store i32 %77, ptr getelementptr inbounds (i8, ptr @pool, i64 80), align 16
  %78 = sext i32 %77 to i64
  %79 = icmp sgt i64 %55, %78
  br i1 %79, label %.lr.ph.i, label %.critedge.i, !llvm.loop !7

.critedge.i:                                      ; preds = %76, %.lr.ph.i, %50
  %80 = phi i32 [ %56, %50 ], [ %77, %76 ], [ %.pre.pre.i, %.lr.ph.i ]
  store ptr %1, ptr getelementptr inbounds (i8, ptr @pool, i64 120), align 8
  store ptr %2, ptr getelementptr inbounds (i8, ptr @pool, i64 128), align 64
  %81 = add nsw i32 %80, 1
  %82 = sext i32 %81 to i64
  %83 = call noundef i64 @llvm.smin.i64(i64 %54, i64 %82)
  store i64 %83, ptr getelementptr inbounds (i8, ptr @pool, i64 144), align 16
  %84 = shl nsw i64 %83, 2
  %85 = sdiv i64 %3, %84
  %86 = mul i64 %85, %84
  %.decomposed33 = sub i64 %3, %86
  %87 = icmp ne i64 %.decomposed33, 0
  %88 = zext i1 %87 to i64
  %89 = add nsw i64 %85, %88
  %90 = call i64 @llvm.smax.i64(i64 %89, i64 %spec.store.select)
  store i64 %90, ptr getelementptr inbounds (i8, ptr @pool, i64 136), align 8
  %91 = sdiv i64 %3, %83
  %92 = mul i64 %91, %83
  %.decomposed34 = sub i64 %3, %92
  %93 = icmp sgt i64 %83, 0
  br i1 %93, label %.lr.ph.i.i, label %divide_shares.exit.i

.lr.ph.i.i:                                       ; preds = %.critedge.i, %.lr.ph.i.i
  %.014.i.i = phi i64 [ %98, %.lr.ph.i.i ], [ 0, %.critedge.i ]
  %94 = mul nuw nsw i64 %.014.i.i, %91
  %95 = call noundef i64 @llvm.smin.i64(i64 %.014.i.i, i64 %.decomposed34)
  %96 = add nuw nsw i64 %94, %95
  %97 = getelementptr inbounds [64 x %struct.pool_share], ptr getelementptr inbounds (i8, ptr @pool, i64 192), i64 0, i64 %.014.i.i
  store i64 %96, ptr %97, align 64
  %98 = add nuw nsw i64 %.014.i.i, 1
  %99 = mul nuw nsw i64 %98, %91
  %100 = call noundef i64 @llvm.smin.i64(i64 %98, i64 %.decomposed34)
  %101 = add nuw nsw i64 %99, %100
  %102 = getelementptr inbounds i8, ptr %97, i64 8
  store i64 %101, ptr %102, align 8
  %exitcond.not.i.i = icmp eq i64 %98, %83
  br i1 %exitcond.not.i.i, label %divide_shares.exit.i, label %.lr.ph.i.i, !llvm.loop !8

divide_shares.exit.i:                             ; preds = %.lr.ph.i.i, %.critedge.i
  %103 = load atomic i64, ptr @pool monotonic, align 64
  %104 = and i64 %103, -4294967296
  %105 = add i64 %104, 4294967296
  %106 = shl i64 %83, 24
  %107 = or i64 %106, %105
  %108 = or disjoint i64 %107, 65536
  store atomic i64 %108, ptr @pool seq_cst, align 64
  %109 = icmp sgt i64 %83, 1
  br i1 %109, label %.lr.ph.i9.i, label %open_gate.exit.i

.lr.ph.i9.i:                                      ; preds = %divide_shares.exit.i, %wake.exit.i.i
  %.07.i.i = phi i64 [ %117, %wake.exit.i.i ], [ 0, %divide_shares.exit.i ]
  %110 = getelementptr inbounds [64 x %struct.pool_worker], ptr getelementptr inbounds (i8, ptr @pool, i64 4288), i64 0, i64 %.07.i.i
  %111 = getelementptr inbounds i8, ptr %110, i64 44
  %112 = load atomic i32, ptr %111 seq_cst, align 4
  %.not.i.i.i = icmp eq i32 %112, 0
  br i1 %.not.i.i.i, label %wake.exit.i.i, label %113

113:                                              ; preds = %.lr.ph.i9.i
  %114 = atomicrmw xchg ptr %111, i32 0 seq_cst, align 4
  %.not5.i.i.i = icmp eq i32 %114, 0
  br i1 %.not5.i.i.i, label %wake.exit.i.i, label %115

115:                                              ; preds = %113
  %116 = call i32 @sem_post(ptr noundef nonnull %110) #19
  br label %wake.exit.i.i

wake.exit.i.i:                                    ; preds = %115, %113, %.lr.ph.i9.i
  %117 = add nuw nsw i64 %.07.i.i, 1
  %118 = load i64, ptr getelementptr inbounds (i8, ptr @pool, i64 144), align 16
  %119 = add nsw i64 %118, -1
  %120 = icmp slt i64 %117, %119
  br i1 %120, label %.lr.ph.i9.i, label %open_gate.exit.i, !llvm.loop !9

open_gate.exit.i:                                 ; preds = %wake.exit.i.i, %divide_shares.exit.i
  call fastcc void @work_on_shares(i64 noundef 0)
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %6)
  %121 = atomicrmw and ptr @pool, i64 -65537 acq_rel, align 64
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %6, i8 0, i64 16, i1 false)
  %122 = and i64 %121, 65535
  %.not11.i.i = icmp eq i64 %122, 0
  br i1 %.not11.i.i, label %run_on_pool.exit, label %.lr.ph.i10.i

.lr.ph.i10.i:                                     ; preds = %open_gate.exit.i, %124
  %123 = call fastcc i32 @is_patient(ptr noundef nonnull %6, i64 noundef 100000)
  %.not8.i.i = icmp eq i32 %123, 0
  br i1 %.not8.i.i, label %.critedge.i.i, label %124

124:                                              ; preds = %.lr.ph.i10.i
  %125 = load atomic i64, ptr @pool acquire, align 64
  %126 = and i64 %125, 65535
  %.not.i11.i = icmp eq i64 %126, 0
  br i1 %.not.i11.i, label %run_on_pool.exit, label %.lr.ph.i10.i, !llvm.loop !10

.critedge.i.i:                                    ; preds = %.lr.ph.i10.i
  %127 = atomicrmw or ptr @pool, i64 131072 acq_rel, align 64
  %128 = and i64 %127, 65535
  %.not9.i.i = icmp eq i64 %128, 0
  br i1 %.not9.i.i, label %run_on_pool.exit, label %129

129:                                              ; preds = %.critedge.i.i
  call fastcc void @wait_for(ptr noundef nonnull getelementptr inbounds (i8, ptr @pool, i64 88))
  br label %run_on_pool.exit

run_on_pool.exit:                                 ; preds = %124, %open_gate.exit.i, %.critedge.i.i, %129
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %6)
  br label %131

130:                                              ; preds = %take_pool.exit.thread, %take_pool.exit
  tail call void %1(ptr noundef %2, i64 noundef 0, i64 noundef %3, i64 noundef 0) #19
  br label %131

131:                                              ; preds = %22, %130, %run_on_pool.exit, %5, %16
  ret void
}

; Function Attrs: nounwind
define ptr @tenon_allocate(ptr nocapture noundef %0, i64 noundef %1) local_unnamed_addr #3 {
  %3 = getelementptr inbounds i8, ptr %0, i64 56
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %4, i64 32
  %6 = load ptr, ptr %5, align 8
  %.not = icmp eq ptr %6, null
  br i1 %.not, label %7, label %14

7:                                                ; preds = %2
  %or.cond = icmp ult i64 %1, 2305843009213693951
  br i1 %or.cond, label %8, label %.thread

8:                                                ; preds = %7
  %9 = add nuw nsw i64 %1, 64
  %10 = tail call fastcc ptr @take_arena(i64 noundef %9)
  %.not15 = icmp eq ptr %10, null
  br i1 %.not15, label %.thread, label %.thread21

.thread21:                                        ; preds = %8
  %11 = load ptr, ptr %10, align 8
  store ptr %10, ptr %11, align 8
  %12 = load ptr, ptr %10, align 8
  %13 = getelementptr inbounds i8, ptr %12, i64 64
  br label %16

14:                                               ; preds = %2
  %15 = tail call fastcc ptr @allocate(ptr noundef nonnull %4, i64 noundef %1)
  %.not16 = icmp eq ptr %15, null
  br i1 %.not16, label %.thread, label %16

.thread:                                          ; preds = %7, %8, %14
  tail call void @tenon_fail(ptr noundef nonnull %0, i32 noundef 11, ptr noundef nonnull @.str.5)
  br label %16

16:                                               ; preds = %.thread21, %.thread, %14
  %.019 = phi ptr [ null, %.thread ], [ %15, %14 ], [ %13, %.thread21 ]
  ret ptr %.019
}

; Function Attrs: nounwind
define internal fastcc ptr @allocate(ptr nocapture noundef readonly %0, i64 noundef %1) unnamed_addr #3 {
  %3 = tail call i64 @llvm.umax.i64(i64 %1, i64 1)
  %4 = add i64 %3, 63
  %5 = and i64 %4, -64
  %or.cond = icmp ugt i64 %1, 9223372036850581503
  br i1 %or.cond, label %15, label %6

6:                                                ; preds = %2
  %7 = getelementptr inbounds i8, ptr %0, i64 32
  %8 = load ptr, ptr %7, align 8
  %.not = icmp eq ptr %8, null
  br i1 %.not, label %13, label %9

9:                                                ; preds = %6
  %10 = getelementptr inbounds i8, ptr %0, i64 48
  %11 = load ptr, ptr %10, align 8
  %12 = tail call ptr %8(ptr noundef %11, i64 noundef %5, i64 noundef 64) #19
  br label %15

13:                                               ; preds = %6
  %14 = tail call noalias align 64 ptr @aligned_alloc(i64 noundef 64, i64 noundef %5) #20
  br label %15

15:                                               ; preds = %9, %13, %2
  %.0 = phi ptr [ null, %2 ], [ %12, %9 ], [ %14, %13 ]
  ret ptr %.0
}

; Function Attrs: nounwind
define internal fastcc ptr @take_arena(i64 noundef %0) unnamed_addr #3 {
  br label %2

2:                                                ; preds = %18, %1
  %indvars.iv.i = phi i64 [ 0, %1 ], [ %indvars.iv.next.i, %18 ]
  %.026.i = phi i32 [ -1, %1 ], [ %.1.i, %18 ]
  %.01925.i = phi i64 [ 0, %1 ], [ %.120.i, %18 ]
  %3 = getelementptr inbounds [16 x ptr], ptr @kept, i64 0, i64 %indvars.iv.i
  %4 = load atomic i64, ptr %3 monotonic, align 8
  %.not.i = icmp eq i64 %4, 0
  br i1 %.not.i, label %18, label %5

5:                                                ; preds = %2
  %6 = getelementptr inbounds [16 x i64], ptr @kept_bytes, i64 0, i64 %indvars.iv.i
  %7 = load atomic i64, ptr %6 monotonic, align 8
  %8 = icmp slt i64 %.01925.i, %0
  br i1 %8, label %9, label %11

9:                                                ; preds = %5
  %10 = icmp sgt i64 %7, %.01925.i
  br label %15

11:                                               ; preds = %5
  %12 = icmp sge i64 %7, %0
  %13 = icmp slt i64 %7, %.01925.i
  %14 = select i1 %12, i1 %13, i1 false
  br label %15

15:                                               ; preds = %11, %9
  %.in.i = phi i1 [ %10, %9 ], [ %14, %11 ]
  %16 = icmp slt i32 %.026.i, 0
  %or.cond.i = select i1 %16, i1 true, i1 %.in.i
  %spec.select.i = select i1 %or.cond.i, i64 %7, i64 %.01925.i
  %17 = trunc nuw nsw i64 %indvars.iv.i to i32
  %spec.select23.i = select i1 %or.cond.i, i32 %17, i32 %.026.i
  br label %18

18:                                               ; preds = %15, %2
  %.120.i = phi i64 [ %.01925.i, %2 ], [ %spec.select.i, %15 ]
  %.1.i = phi i32 [ %.026.i, %2 ], [ %spec.select23.i, %15 ]
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next.i, 16
  br i1 %exitcond.not.i, label %likely_slot.exit, label %2, !llvm.loop !11

likely_slot.exit:                                 ; preds = %18
  %19 = icmp slt i32 %.1.i, 0
  br i1 %19, label %.thread, label %20

20:                                               ; preds = %likely_slot.exit
  %21 = zext nneg i32 %.1.i to i64
  %22 = getelementptr inbounds [16 x ptr], ptr @kept, i64 0, i64 %21
  %23 = atomicrmw xchg ptr %22, i64 0 acquire, align 8
  %.not = icmp eq i64 %23, 0
  br i1 %.not, label %.thread, label %24

24:                                               ; preds = %20
  %25 = inttoptr i64 %23 to ptr
  %26 = getelementptr inbounds i8, ptr %25, i64 8
  %27 = load i64, ptr %26, align 8
  %.not13 = icmp slt i64 %27, %0
  br i1 %.not13, label %.thread, label %new_arena.exit

.thread:                                          ; preds = %likely_slot.exit, %24, %20
  %28 = phi ptr [ %25, %24 ], [ null, %20 ], [ null, %likely_slot.exit ]
  tail call fastcc void @drop_arena(ptr noundef %28)
  %29 = icmp sgt i64 %0, 2097151
  %30 = zext i1 %29 to i32
  %31 = lshr i64 %0, 2
  %.neg.i = select i1 %29, i64 -2097152, i64 -64
  %32 = select i1 %29, i64 2097152, i64 64
  %33 = select i1 %29, i64 %31, i64 0
  %.019.i = add i64 %0, 63
  %34 = add i64 %.019.i, %33
  %35 = add i64 %34, %32
  %36 = and i64 %35, %.neg.i
  br i1 %29, label %37, label %53

37:                                               ; preds = %.thread
  %38 = add i64 %36, 2097152
  %39 = tail call ptr @mmap(ptr noundef null, i64 noundef %38, i32 noundef 3, i32 noundef 34, i32 noundef -1, i64 noundef 0) #19
  %40 = icmp eq ptr %39, inttoptr (i64 -1 to ptr)
  br i1 %40, label %new_arena.exit, label %41

41:                                               ; preds = %37
  %42 = ptrtoint ptr %39 to i64
  %43 = sub i64 0, %42
  %44 = and i64 %43, 2097151
  %.not.i.i = icmp eq i64 %44, 0
  br i1 %.not.i.i, label %47, label %45

45:                                               ; preds = %41
  %46 = tail call i32 @munmap(ptr noundef %39, i64 noundef %44) #19
  br label %47

47:                                               ; preds = %45, %41
  %48 = sub nuw nsw i64 2097152, %44
  %49 = getelementptr inbounds i8, ptr %39, i64 %44
  %50 = getelementptr inbounds i8, ptr %49, i64 %36
  %51 = tail call i32 @munmap(ptr noundef %50, i64 noundef %48) #19
  %52 = tail call i32 @madvise(ptr noundef %49, i64 noundef %36, i32 noundef 14) #19
  br label %map_huge_pages.exit.i

53:                                               ; preds = %.thread
  %54 = tail call noalias align 64 ptr @aligned_alloc(i64 noundef 64, i64 noundef %36) #20
  br label %map_huge_pages.exit.i

map_huge_pages.exit.i:                            ; preds = %53, %47
  %55 = phi ptr [ %54, %53 ], [ %49, %47 ]
  %.not.i14 = icmp eq ptr %55, null
  br i1 %.not.i14, label %new_arena.exit, label %56

56:                                               ; preds = %map_huge_pages.exit.i
  %57 = getelementptr inbounds i8, ptr %55, i64 %36
  %58 = getelementptr inbounds i8, ptr %57, i64 -64
  store ptr %55, ptr %58, align 8
  %59 = add nsw i64 %36, -64
  %60 = getelementptr inbounds i8, ptr %57, i64 -56
  store i64 %59, ptr %60, align 8
  %61 = getelementptr inbounds i8, ptr %57, i64 -48
  store i32 %30, ptr %61, align 8
  br label %new_arena.exit

new_arena.exit:                                   ; preds = %56, %map_huge_pages.exit.i, %37, %24
  %.0 = phi ptr [ %25, %24 ], [ %58, %56 ], [ null, %map_huge_pages.exit.i ], [ null, %37 ]
  ret ptr %.0
}

; Function Attrs: nounwind
define void @tenon_release(ptr nocapture noundef readonly %0, ptr noundef %1, i64 noundef %2) local_unnamed_addr #3 {
  %4 = getelementptr inbounds i8, ptr %0, i64 56
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 32
  %7 = load ptr, ptr %6, align 8
  %.not = icmp eq ptr %7, null
  br i1 %.not, label %9, label %8

8:                                                ; preds = %3
  tail call fastcc void @release(ptr noundef nonnull %5, ptr noundef %1, i64 noundef %2)
  br label %13

9:                                                ; preds = %3
  %.not5 = icmp eq ptr %1, null
  br i1 %.not5, label %13, label %10

10:                                               ; preds = %9
  %11 = getelementptr inbounds i8, ptr %1, i64 -64
  %12 = load ptr, ptr %11, align 8
  tail call fastcc void @keep_arena(ptr noundef %12)
  br label %13

13:                                               ; preds = %9, %10, %8
  ret void
}

; Function Attrs: nounwind
define internal fastcc void @release(ptr nocapture noundef readonly %0, ptr noundef %1, i64 noundef %2) unnamed_addr #3 {
  %.not = icmp eq ptr %1, null
  br i1 %.not, label %16, label %4

4:                                                ; preds = %3
  %5 = getelementptr inbounds i8, ptr %0, i64 32
  %6 = load ptr, ptr %5, align 8
  %.not9 = icmp eq ptr %6, null
  br i1 %.not9, label %15, label %7

7:                                                ; preds = %4
  %8 = tail call i64 @llvm.umax.i64(i64 %2, i64 1)
  %9 = add i64 %8, 63
  %10 = and i64 %9, -64
  %11 = getelementptr inbounds i8, ptr %0, i64 40
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds i8, ptr %0, i64 48
  %14 = load ptr, ptr %13, align 8
  tail call void %12(ptr noundef %14, ptr noundef nonnull %1, i64 noundef %10) #19
  br label %16

15:                                               ; preds = %4
  tail call void @free(ptr noundef nonnull %1) #19
  br label %16

16:                                               ; preds = %3, %15, %7
  ret void
}

; Function Attrs: nounwind
define internal fastcc void @keep_arena(ptr noundef %0) unnamed_addr #3 {
  %2 = getelementptr inbounds i8, ptr %0, i64 8
  %3 = ptrtoint ptr %0 to i64
  %4 = load i64, ptr %2, align 8
  %5 = cmpxchg ptr @kept, i64 0, i64 %3 release monotonic, align 8
  %6 = extractvalue { i64, i1 } %5, 1
  br i1 %6, label %70, label %7

7:                                                ; preds = %1
  %8 = load i64, ptr %2, align 8
  %9 = cmpxchg ptr getelementptr inbounds (i8, ptr @kept, i64 8), i64 0, i64 %3 release monotonic, align 8
  %10 = extractvalue { i64, i1 } %9, 1
  br i1 %10, label %70, label %11

11:                                               ; preds = %7
  %12 = load i64, ptr %2, align 8
  %13 = cmpxchg ptr getelementptr inbounds (i8, ptr @kept, i64 16), i64 0, i64 %3 release monotonic, align 8
  %14 = extractvalue { i64, i1 } %13, 1
  br i1 %14, label %70, label %15

15:                                               ; preds = %11
  %16 = load i64, ptr %2, align 8
  %17 = cmpxchg ptr getelementptr inbounds (i8, ptr @kept, i64 24), i64 0, i64 %3 release monotonic, align 8
  %18 = extractvalue { i64, i1 } %17, 1
  br i1 %18, label %70, label %19

19:                                               ; preds = %15
  %20 = load i64, ptr %2, align 8
  %21 = cmpxchg ptr getelementptr inbounds (i8, ptr @kept, i64 32), i64 0, i64 %3 release monotonic, align 8
  %22 = extractvalue { i64, i1 } %21, 1
  br i1 %22, label %70, label %23

23:                                               ; preds = %19
  %24 = load i64, ptr %2, align 8
  %25 = cmpxchg ptr getelementptr inbounds (i8, ptr @kept, i64 40), i64 0, i64 %3 release monotonic, align 8
  %26 = extractvalue { i64, i1 } %25, 1
  br i1 %26, label %70, label %27

27:                                               ; preds = %23
  %28 = load i64, ptr %2, align 8
  %29 = cmpxchg ptr getelementptr inbounds (i8, ptr @kept, i64 48), i64 0, i64 %3 release monotonic, align 8
  %30 = extractvalue { i64, i1 } %29, 1
  br i1 %30, label %70, label %31

31:                                               ; preds = %27
  %32 = load i64, ptr %2, align 8
  %33 = cmpxchg ptr getelementptr inbounds (i8, ptr @kept, i64 56), i64 0, i64 %3 release monotonic, align 8
  %34 = extractvalue { i64, i1 } %33, 1
  br i1 %34, label %70, label %35

35:                                               ; preds = %31
  %36 = load i64, ptr %2, align 8
  %37 = cmpxchg ptr getelementptr inbounds (i8, ptr @kept, i64 64), i64 0, i64 %3 release monotonic, align 8
  %38 = extractvalue { i64, i1 } %37, 1
  br i1 %38, label %70, label %39

39:                                               ; preds = %35
  %40 = load i64, ptr %2, align 8
  %41 = cmpxchg ptr getelementptr inbounds (i8, ptr @kept, i64 72), i64 0, i64 %3 release monotonic, align 8
  %42 = extractvalue { i64, i1 } %41, 1
  br i1 %42, label %70, label %43

43:                                               ; preds = %39
  %44 = load i64, ptr %2, align 8
  %45 = cmpxchg ptr getelementptr inbounds (i8, ptr @kept, i64 80), i64 0, i64 %3 release monotonic, align 8
  %46 = extractvalue { i64, i1 } %45, 1
  br i1 %46, label %70, label %47

47:                                               ; preds = %43
  %48 = load i64, ptr %2, align 8
  %49 = cmpxchg ptr getelementptr inbounds (i8, ptr @kept, i64 88), i64 0, i64 %3 release monotonic, align 8
  %50 = extractvalue { i64, i1 } %49, 1
  br i1 %50, label %70, label %51

51:                                               ; preds = %47
  %52 = load i64, ptr %2, align 8
  %53 = cmpxchg ptr getelementptr inbounds (i8, ptr @kept, i64 96), i64 0, i64 %3 release monotonic, align 8
  %54 = extractvalue { i64, i1 } %53, 1
  br i1 %54, label %70, label %55

55:                                               ; preds = %51
  %56 = load i64, ptr %2, align 8
  %57 = cmpxchg ptr getelementptr inbounds (i8, ptr @kept, i64 104), i64 0, i64 %3 release monotonic, align 8
  %58 = extractvalue { i64, i1 } %57, 1
  br i1 %58, label %70, label %59

59:                                               ; preds = %55
  %60 = load i64, ptr %2, align 8
  %61 = cmpxchg ptr getelementptr inbounds (i8, ptr @kept, i64 112), i64 0, i64 %3 release monotonic, align 8
  %62 = extractvalue { i64, i1 } %61, 1
  br i1 %62, label %70, label %63

63:                                               ; preds = %59
  %64 = load i64, ptr %2, align 8
  %65 = cmpxchg ptr getelementptr inbounds (i8, ptr @kept, i64 120), i64 0, i64 %3 release monotonic, align 8
  %66 = extractvalue { i64, i1 } %65, 1
  br i1 %66, label %70, label %67

67:                                               ; preds = %63
  %68 = atomicrmw xchg ptr @kept, i64 %3 acq_rel, align 16
  %69 = inttoptr i64 %68 to ptr
  %.not = icmp eq i64 %68, 0
  br i1 %.not, label %76, label %72

70:                                               ; preds = %63, %59, %55, %51, %47, %43, %39, %35, %31, %27, %23, %19, %15, %11, %7, %1
  %.lcssa25 = phi i64 [ %4, %1 ], [ %8, %7 ], [ %12, %11 ], [ %16, %15 ], [ %20, %19 ], [ %24, %23 ], [ %28, %27 ], [ %32, %31 ], [ %36, %35 ], [ %40, %39 ], [ %44, %43 ], [ %48, %47 ], [ %52, %51 ], [ %56, %55 ], [ %60, %59 ], [ %64, %63 ]
  %.lcssa = phi i64 [ 0, %1 ], [ 1, %7 ], [ 2, %11 ], [ 3, %15 ], [ 4, %19 ], [ 5, %23 ], [ 6, %27 ], [ 7, %31 ], [ 8, %35 ], [ 9, %39 ], [ 10, %43 ], [ 11, %47 ], [ 12, %51 ], [ 13, %55 ], [ 14, %59 ], [ 15, %63 ]
  %71 = getelementptr inbounds [16 x i64], ptr @kept_bytes, i64 0, i64 %.lcssa
  store atomic i64 %.lcssa25, ptr %71 monotonic, align 8
  br label %80

72:                                               ; preds = %67
  %73 = getelementptr inbounds i8, ptr %69, i64 8
  %74 = load i64, ptr %73, align 8
  %75 = load i64, ptr %2, align 8
  %.not21 = icmp sgt i64 %74, %75
  br i1 %.not21, label %77, label %76

76:                                               ; preds = %72, %67
  tail call fastcc void @drop_arena(ptr noundef %69)
  br label %80

77:                                               ; preds = %72
  %78 = atomicrmw xchg ptr @kept, i64 %68 acq_rel, align 16
  %79 = inttoptr i64 %78 to ptr
  tail call fastcc void @drop_arena(ptr noundef %79)
  br label %80

80:                                               ; preds = %77, %76, %70
  ret void
}

; Function Attrs: nounwind
define ptr @tenon_output(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2) local_unnamed_addr #3 {
  %4 = alloca [640 x i8], align 16
  %5 = alloca %struct.tenon_text, align 8
  %6 = getelementptr inbounds i8, ptr %0, i64 88
  %7 = load i32, ptr %6, align 8
  %.not = icmp eq i32 %7, 0
  br i1 %.not, label %8, label %71

8:                                                ; preds = %3
  %9 = getelementptr inbounds i8, ptr %0, i64 80
  %10 = load ptr, ptr %9, align 8
  %.not23 = icmp eq ptr %10, null
  br i1 %.not23, label %13, label %11

11:                                               ; preds = %8
  %12 = tail call fastcc ptr @hand_out(ptr noundef nonnull %0, i32 noundef %1, ptr noundef %2)
  br label %71

13:                                               ; preds = %8
  %14 = getelementptr inbounds i8, ptr %0, i64 72
  %15 = load ptr, ptr %14, align 8
  %16 = sext i32 %1 to i64
  %17 = getelementptr inbounds ptr, ptr %15, i64 %16
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds i8, ptr %18, i64 16
  %20 = load i32, ptr %19, align 8
  %21 = icmp sgt i32 %20, 0
  br i1 %21, label %.lr.ph, label %._crit_edge

.lr.ph:                                           ; preds = %13
  %22 = getelementptr inbounds i8, ptr %18, i64 24
  %23 = load ptr, ptr %22, align 8
  %wide.trip.count = zext nneg i32 %20 to i64
  br label %25

24:                                               ; preds = %25
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count
  br i1 %exitcond.not, label %._crit_edge, label %25, !llvm.loop !12

25:                                               ; preds = %.lr.ph, %24
  %indvars.iv = phi i64 [ 0, %.lr.ph ], [ %indvars.iv.next, %24 ]
  %26 = getelementptr inbounds i64, ptr %23, i64 %indvars.iv
  %27 = load i64, ptr %26, align 8
  %28 = getelementptr inbounds i64, ptr %2, i64 %indvars.iv
  %29 = load i64, ptr %28, align 8
  %30 = icmp eq i64 %27, %29
  br i1 %30, label %24, label %31

31:                                               ; preds = %25
  call void @llvm.lifetime.start.p0(i64 640, ptr nonnull %4)
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %5)
  %32 = getelementptr inbounds i8, ptr %0, i64 48
  %33 = load ptr, ptr %32, align 8
  %34 = getelementptr inbounds i8, ptr %33, i64 16
  %35 = load ptr, ptr %34, align 8
  %36 = getelementptr inbounds %struct.tenon_argument, ptr %35, i64 %16
  store i8 0, ptr %4, align 16
  store ptr %4, ptr %5, align 8
  %37 = getelementptr inbounds i8, ptr %5, i64 8
  store i64 639, ptr %37, align 8
  call fastcc void @add(ptr noundef nonnull %5, ptr noundef nonnull @.str.12)
  %38 = load ptr, ptr %36, align 8
  call fastcc void @add_quoted(ptr noundef nonnull %5, ptr noundef %38)
  call fastcc void @add(ptr noundef nonnull %5, ptr noundef nonnull @.str.13)
  %39 = load ptr, ptr %14, align 8
  %40 = getelementptr inbounds ptr, ptr %39, i64 %16
  %41 = load ptr, ptr %40, align 8
  %42 = getelementptr inbounds i8, ptr %41, i64 24
  %43 = load ptr, ptr %42, align 8
  %44 = getelementptr inbounds i8, ptr %36, i64 16
  %45 = load i32, ptr %44, align 8
  call fastcc void @add_shape(ptr noundef nonnull %5, ptr noundef %43, i32 noundef %45)
  call fastcc void @add(ptr noundef nonnull %5, ptr noundef nonnull @.str.14)
  %46 = load i32, ptr %44, align 8
  call fastcc void @add_shape(ptr noundef nonnull %5, ptr noundef nonnull readonly %2, i32 noundef %46)
  call fastcc void @add(ptr noundef nonnull %5, ptr noundef nonnull @.str.15)
  call void @tenon_fail(ptr noundef %0, i32 noundef 6, ptr noundef nonnull %4)
  %47 = getelementptr inbounds i8, ptr %0, i64 64
  %48 = load ptr, ptr %47, align 8
  %49 = load i32, ptr %48, align 4
  %50 = icmp eq i32 %49, 6
  br i1 %50, label %51, label %fail_output_shape.exit

51:                                               ; preds = %31
  %52 = load ptr, ptr %32, align 8
  %53 = getelementptr inbounds i8, ptr %52, i64 64
  %54 = load i32, ptr %53, align 8
  %55 = add nsw i32 %54, %1
  %56 = getelementptr inbounds i8, ptr %48, i64 4
  store i32 %55, ptr %56, align 4
  br label %fail_output_shape.exit

fail_output_shape.exit:                           ; preds = %31, %51
  call void @llvm.lifetime.end.p0(i64 640, ptr nonnull %4)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %5)
  br label %71

._crit_edge:                                      ; preds = %24, %13
  %57 = load ptr, ptr %18, align 8
  %58 = ptrtoint ptr %57 to i64
  %59 = getelementptr inbounds i8, ptr %18, i64 40
  %60 = load i64, ptr %59, align 8
  %61 = add i64 %60, %58
  %62 = inttoptr i64 %61 to ptr
  %63 = load ptr, ptr %0, align 8
  %64 = getelementptr inbounds i8, ptr %0, i64 48
  %65 = load ptr, ptr %64, align 8
  %66 = getelementptr inbounds i8, ptr %65, i64 64
  %67 = load i32, ptr %66, align 8
  %68 = add nsw i32 %67, %1
  %69 = sext i32 %68 to i64
  %70 = getelementptr inbounds ptr, ptr %63, i64 %69
  store ptr %62, ptr %70, align 8
  br label %71

71:                                               ; preds = %3, %._crit_edge, %fail_output_shape.exit, %11
  %.0 = phi ptr [ %12, %11 ], [ null, %fail_output_shape.exit ], [ %62, %._crit_edge ], [ null, %3 ]
  ret ptr %.0
}

; Function Attrs: nounwind
define internal fastcc ptr @hand_out(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2) unnamed_addr #3 {
  %4 = getelementptr inbounds i8, ptr %0, i64 56
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds i8, ptr %0, i64 48
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds i8, ptr %7, i64 16
  %9 = load ptr, ptr %8, align 8
  %10 = sext i32 %1 to i64
  %11 = getelementptr inbounds %struct.tenon_argument, ptr %9, i64 %10
  %12 = tail call fastcc i64 @byte_count(ptr noundef readonly %11, ptr noundef readonly %2)
  %13 = getelementptr inbounds i8, ptr %11, i64 16
  %14 = load i32, ptr %13, align 8
  %15 = shl nsw i32 %14, 4
  %16 = sext i32 %15 to i64
  %17 = add nsw i64 %16, 199
  %18 = and i64 %17, -64
  %19 = icmp slt i64 %12, 0
  br i1 %19, label %37, label %20

20:                                               ; preds = %3
  %21 = add nsw i64 %18, %12
  %22 = tail call fastcc ptr @allocate(ptr noundef readonly %5, i64 noundef %21)
  %.not.i = icmp eq ptr %22, null
  br i1 %.not.i, label %37, label %23

23:                                               ; preds = %20
  %24 = load i32, ptr %13, align 8
  %25 = icmp sgt i32 %24, 0
  br i1 %25, label %.lr.ph.i.i, label %.._crit_edge_crit_edge.i.i

.._crit_edge_crit_edge.i.i:                       ; preds = %23
  %.pre.i.i = sext i32 %24 to i64
  br label %.loopexit

.lr.ph.i.i:                                       ; preds = %23
  %26 = getelementptr inbounds i8, ptr %22, i64 136
  %27 = zext nneg i32 %24 to i64
  br label %28

28:                                               ; preds = %28, %.lr.ph.i.i
  %indvars.iv.i.i = phi i64 [ %27, %.lr.ph.i.i ], [ %indvars.iv.next.i.i, %28 ]
  %.03335.i.i = phi i64 [ 1, %.lr.ph.i.i ], [ %35, %28 ]
  %indvars.iv.next.i.i = add nsw i64 %indvars.iv.i.i, -1
  %29 = getelementptr inbounds i64, ptr %2, i64 %indvars.iv.next.i.i
  %30 = load i64, ptr %29, align 8
  %31 = getelementptr inbounds [0 x i64], ptr %26, i64 0, i64 %indvars.iv.next.i.i
  store i64 %30, ptr %31, align 8
  %32 = add nsw i64 %indvars.iv.next.i.i, %27
  %33 = getelementptr inbounds [0 x i64], ptr %26, i64 0, i64 %32
  store i64 %.03335.i.i, ptr %33, align 8
  %34 = load i64, ptr %29, align 8
  %spec.select.i.i = tail call i64 @llvm.umax.i64(i64 %34, i64 1)
  %35 = mul nsw i64 %spec.select.i.i, %.03335.i.i
  %36 = icmp ugt i64 %indvars.iv.i.i, 1
  br i1 %36, label %28, label %.loopexit, !llvm.loop !13

37:                                               ; preds = %3, %20
  tail call void @tenon_fail(ptr noundef nonnull %0, i32 noundef 11, ptr noundef nonnull @.str.11)
  br label %80

.loopexit:                                        ; preds = %28, %.._crit_edge_crit_edge.i.i
  %.pre-phi.i.i = phi i64 [ %.pre.i.i, %.._crit_edge_crit_edge.i.i ], [ %27, %28 ]
  %38 = getelementptr inbounds i8, ptr %22, i64 8
  store i32 1, ptr %38, align 8
  %39 = getelementptr inbounds i8, ptr %22, i64 12
  store i32 0, ptr %39, align 4
  %40 = getelementptr inbounds i8, ptr %22, i64 16
  store i32 %24, ptr %40, align 8
  %41 = getelementptr inbounds i8, ptr %11, i64 20
  %42 = load i32, ptr %41, align 4
  %43 = trunc i32 %42 to i8
  %44 = getelementptr inbounds i8, ptr %22, i64 20
  store i8 %43, ptr %44, align 4
  %45 = getelementptr inbounds i8, ptr %11, i64 24
  %46 = load i32, ptr %45, align 8
  %47 = trunc i32 %46 to i8
  %48 = getelementptr inbounds i8, ptr %22, i64 21
  store i8 %47, ptr %48, align 1
  %49 = getelementptr inbounds i8, ptr %11, i64 28
  %50 = load i32, ptr %49, align 4
  %51 = trunc i32 %50 to i16
  %52 = getelementptr inbounds i8, ptr %22, i64 22
  store i16 %51, ptr %52, align 2
  %53 = getelementptr inbounds i8, ptr %22, i64 136
  %54 = getelementptr inbounds i8, ptr %22, i64 24
  store ptr %53, ptr %54, align 8
  %55 = getelementptr inbounds i64, ptr %53, i64 %.pre-phi.i.i
  %56 = getelementptr inbounds i8, ptr %22, i64 32
  store ptr %55, ptr %56, align 8
  %57 = getelementptr inbounds i8, ptr %22, i64 40
  store i64 0, ptr %57, align 8
  %58 = getelementptr inbounds i8, ptr %22, i64 %18
  store ptr %58, ptr %22, align 8
  %59 = getelementptr inbounds i8, ptr %22, i64 48
  store ptr null, ptr %59, align 8
  %60 = getelementptr inbounds i8, ptr %22, i64 56
  store ptr @delete_tensor, ptr %60, align 8
  %61 = getelementptr inbounds i8, ptr %22, i64 128
  store ptr null, ptr %61, align 8
  %62 = getelementptr inbounds i8, ptr %22, i64 64
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(56) %62, ptr noundef nonnull readonly align 8 dereferenceable(56) %5, i64 56, i1 false)
  %63 = getelementptr inbounds i8, ptr %22, i64 120
  store i64 %21, ptr %63, align 8
  %64 = getelementptr inbounds i8, ptr %0, i64 80
  %65 = load ptr, ptr %64, align 8
  %66 = getelementptr inbounds ptr, ptr %65, i64 %10
  %67 = load ptr, ptr %66, align 8
  %.not19 = icmp eq ptr %67, null
  br i1 %.not19, label %69, label %68

68:                                               ; preds = %.loopexit
  tail call fastcc void @take_back(ptr noundef nonnull %67)
  %.pre = load ptr, ptr %64, align 8
  br label %69

69:                                               ; preds = %68, %.loopexit
  %70 = phi ptr [ %.pre, %68 ], [ %65, %.loopexit ]
  %71 = getelementptr inbounds ptr, ptr %70, i64 %10
  store ptr %22, ptr %71, align 8
  %72 = load ptr, ptr %22, align 8
  %73 = load ptr, ptr %0, align 8
  %74 = load ptr, ptr %6, align 8
  %75 = getelementptr inbounds i8, ptr %74, i64 64
  %76 = load i32, ptr %75, align 8
  %77 = add nsw i32 %76, %1
  %78 = sext i32 %77 to i64
  %79 = getelementptr inbounds ptr, ptr %73, i64 %78
  store ptr %72, ptr %79, align 8
  br label %80

80:                                               ; preds = %69, %37
  %.0 = phi ptr [ %72, %69 ], [ null, %37 ]
  ret ptr %.0
}

; Function Attrs: nounwind
define range(i32 -1, 1) i32 @tenon_tvm(ptr noundef %0, ptr nocapture noundef readonly %1, i32 noundef %2, ptr nocapture noundef readnone %3) local_unnamed_addr #3 {
  %5 = alloca %struct.tvm_call, align 8
  %6 = getelementptr inbounds i8, ptr %0, i64 68
  %7 = load i32, ptr %6, align 4
  %8 = call fastcc i32 @tvm_begin(ptr noundef nonnull %5, ptr noundef %0, ptr noundef %1, i32 noundef %2, i32 noundef %7)
  %.not = icmp eq i32 %8, 0
  br i1 %.not, label %9, label %13

9:                                                ; preds = %4
  %10 = load ptr, ptr %5, align 8
  %11 = getelementptr inbounds i8, ptr %5, i64 2064
  %12 = call i32 @tenon_enter(ptr noundef nonnull %0, ptr noundef %10, i32 noundef %2, ptr noundef null, ptr noundef nonnull %11)
  br label %13

13:                                               ; preds = %9, %4
  %.0 = phi i32 [ %8, %4 ], [ %12, %9 ]
  %14 = call fastcc i32 @tvm_end(ptr noundef nonnull %5, i32 noundef %.0)
  ret i32 %14
}

; Function Attrs: nounwind
define internal fastcc range(i32 0, 12) i32 @tvm_begin(ptr noundef %0, ptr noundef %1, ptr nocapture noundef readonly %2, i32 noundef %3, i32 noundef %4) unnamed_addr #3 {
  %6 = alloca %struct.tenon_text, align 8
  %7 = alloca %struct.tenon_text, align 8
  %8 = alloca %struct.tenon_check, align 8
  store ptr %1, ptr %8, align 8
  %9 = getelementptr inbounds i8, ptr %8, i64 8
  %10 = getelementptr inbounds i8, ptr %8, i64 32
  %11 = getelementptr inbounds i8, ptr %0, i64 2064
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(24) %9, i8 0, i64 24, i1 false)
  store ptr %11, ptr %10, align 8
  %12 = sext i32 %3 to i64
  %13 = getelementptr inbounds i8, ptr %0, i64 8
  store i64 %12, ptr %13, align 8
  %14 = getelementptr inbounds i8, ptr %0, i64 16
  store ptr %14, ptr %0, align 8
  %15 = getelementptr inbounds i8, ptr %1, i64 64
  %16 = load i32, ptr %15, align 8
  %17 = add nsw i32 %16, %4
  %.not = icmp eq i32 %17, %3
  br i1 %.not, label %19, label %18

18:                                               ; preds = %5
  call fastcc void @refuse_count(ptr noundef nonnull %8, i32 noundef %3, i32 noundef %4)
  br label %48

19:                                               ; preds = %5
  %20 = icmp sgt i32 %3, 256
  br i1 %20, label %thread-pre-split, label %23

thread-pre-split:                                 ; preds = %19
  %21 = shl nuw nsw i64 %12, 3
  %22 = tail call fastcc ptr @allocate(ptr noundef nonnull @default_options, i64 noundef %21)
  store ptr %22, ptr %0, align 8
  %.not20 = icmp eq ptr %22, null
  br i1 %.not20, label %43, label %.thread

.thread:                                          ; preds = %thread-pre-split
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %7)
  br label %.lr.ph.preheader.i

23:                                               ; preds = %19
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %7)
  %24 = icmp sgt i32 %3, 0
  br i1 %24, label %.lr.ph.preheader.i, label %tvm_tensors.exit

.lr.ph.preheader.i:                               ; preds = %.thread, %23
  %25 = phi ptr [ %22, %.thread ], [ %14, %23 ]
  %wide.trip.count.i = zext nneg i32 %3 to i64
  br label %.lr.ph.i

.lr.ph.i:                                         ; preds = %42, %.lr.ph.preheader.i
  %indvars.iv.i = phi i64 [ 0, %.lr.ph.preheader.i ], [ %indvars.iv.next.i, %42 ]
  %26 = getelementptr inbounds %struct.tenon_any, ptr %2, i64 %indvars.iv.i
  %27 = getelementptr inbounds ptr, ptr %25, i64 %indvars.iv.i
  %28 = getelementptr inbounds i8, ptr %26, i64 8
  %29 = load ptr, ptr %28, align 8
  %30 = load i32, ptr %26, align 8
  switch i32 %30, label %34 [
    i32 0, label %42
    i32 7, label %31
    i32 70, label %32
  ]

31:                                               ; preds = %.lr.ph.i
  br label %42

32:                                               ; preds = %.lr.ph.i
  %33 = getelementptr inbounds i8, ptr %29, i64 24
  br label %42

34:                                               ; preds = %.lr.ph.i
  %35 = trunc nuw nsw i64 %indvars.iv.i to i32
  %36 = call fastcc { ptr, i64 } @complain(ptr noundef nonnull readonly %8, i32 noundef 2, i32 noundef %35)
  %37 = extractvalue { ptr, i64 } %36, 0
  store ptr %37, ptr %7, align 8
  %38 = getelementptr inbounds i8, ptr %7, i64 8
  %39 = extractvalue { ptr, i64 } %36, 1
  store i64 %39, ptr %38, align 8
  call fastcc void @add(ptr noundef nonnull %7, ptr noundef nonnull @.str.19)
  %40 = load i32, ptr %26, align 8
  %41 = sext i32 %40 to i64
  call fastcc void @add_number(ptr noundef nonnull %7, i64 noundef %41)
  call fastcc void @add(ptr noundef nonnull %7, ptr noundef nonnull @.str.20)
  br label %tvm_tensors.exit

42:                                               ; preds = %32, %31, %.lr.ph.i
  %.sink.i.i = phi ptr [ %33, %32 ], [ %29, %31 ], [ null, %.lr.ph.i ]
  store ptr %.sink.i.i, ptr %27, align 8
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next.i, %wide.trip.count.i
  br i1 %exitcond.not.i, label %tvm_tensors.exit, label %.lr.ph.i, !llvm.loop !14

tvm_tensors.exit:                                 ; preds = %42, %23, %34
  %.011.i = phi i32 [ 2, %34 ], [ 0, %23 ], [ 0, %42 ]
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %7)
  br label %48

43:                                               ; preds = %thread-pre-split
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %6)
  %44 = call fastcc { ptr, i64 } @complain(ptr noundef nonnull readonly %8, i32 noundef 11, i32 noundef -1)
  %45 = extractvalue { ptr, i64 } %44, 0
  store ptr %45, ptr %6, align 8
  %46 = getelementptr inbounds i8, ptr %6, i64 8
  %47 = extractvalue { ptr, i64 } %44, 1
  store i64 %47, ptr %46, align 8
  call fastcc void @add(ptr noundef nonnull %6, ptr noundef nonnull readonly @.str.39)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %6)
  br label %48

48:                                               ; preds = %tvm_tensors.exit, %43, %18
  %.0 = phi i32 [ 1, %18 ], [ %.011.i, %tvm_tensors.exit ], [ 11, %43 ]
  ret i32 %.0
}

; Function Attrs: nounwind
define i32 @tenon_enter(ptr noundef %0, ptr noundef %1, i32 noundef %2, ptr noundef %3, ptr noundef %4) local_unnamed_addr #3 {
  %6 = alloca %struct.tenon_text, align 8
  %7 = alloca %struct.tenon_error, align 4
  %8 = alloca %struct.tenon_check, align 8
  store ptr %0, ptr %8, align 8
  %9 = getelementptr inbounds i8, ptr %8, i64 8
  store ptr %1, ptr %9, align 8
  %10 = getelementptr inbounds i8, ptr %8, i64 16
  %11 = getelementptr inbounds i8, ptr %8, i64 32
  %.not = icmp eq ptr %4, null
  %12 = select i1 %.not, ptr %7, ptr %4
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %10, i8 0, i64 16, i1 false)
  store ptr %12, ptr %11, align 8
  %13 = getelementptr inbounds i8, ptr %0, i64 64
  %14 = load i32, ptr %13, align 8
  %15 = getelementptr inbounds i8, ptr %0, i64 68
  %16 = load i32, ptr %15, align 4
  %17 = add nsw i32 %16, %14
  %.not20 = icmp eq i32 %17, %2
  br i1 %.not20, label %19, label %18

18:                                               ; preds = %5
  call fastcc void @refuse_count(ptr noundef nonnull %8, i32 noundef %2, i32 noundef %16)
  br label %32

19:                                               ; preds = %5
  %20 = icmp eq ptr %1, null
  %21 = icmp ne i32 %2, 0
  %or.cond = and i1 %20, %21
  br i1 %or.cond, label %22, label %27

22:                                               ; preds = %19
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %6)
  %23 = call fastcc { ptr, i64 } @complain(ptr noundef nonnull readonly %8, i32 noundef 2, i32 noundef -1)
  %24 = extractvalue { ptr, i64 } %23, 0
  store ptr %24, ptr %6, align 8
  %25 = getelementptr inbounds i8, ptr %6, i64 8
  %26 = extractvalue { ptr, i64 } %23, 1
  store i64 %26, ptr %25, align 8
  call fastcc void @add(ptr noundef nonnull %6, ptr noundef nonnull readonly @.str.6)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %6)
  br label %32

27:                                               ; preds = %19
  %28 = sext i32 %14 to i64
  %29 = getelementptr inbounds ptr, ptr %1, i64 %28
  %30 = select i1 %20, ptr null, ptr %29
  store ptr %30, ptr %10, align 8
  %31 = call fastcc i32 @enter(ptr noundef nonnull %8, ptr noundef %3, ptr noundef null)
  br label %32

32:                                               ; preds = %27, %22, %18
  %.0 = phi i32 [ 1, %18 ], [ 2, %22 ], [ %31, %27 ]
  ret i32 %.0
}

; Function Attrs: nounwind
define internal fastcc range(i32 -1, 1) i32 @tvm_end(ptr noundef %0, i32 noundef %1) unnamed_addr #3 {
  %3 = load ptr, ptr %0, align 8
  %4 = getelementptr inbounds i8, ptr %0, i64 16
  %.not = icmp eq ptr %3, %4
  br i1 %.not, label %9, label %5

5:                                                ; preds = %2
  %6 = getelementptr inbounds i8, ptr %0, i64 8
  %7 = load i64, ptr %6, align 8
  %8 = shl nsw i64 %7, 3
  tail call fastcc void @release(ptr noundef nonnull @default_options, ptr noundef %3, i64 noundef %8)
  br label %9

9:                                                ; preds = %5, %2
  %.not6 = icmp eq i32 %1, 0
  br i1 %.not6, label %tvm_raise.exit, label %10

10:                                               ; preds = %9
  %11 = getelementptr inbounds i8, ptr %0, i64 2064
  %12 = load i32, ptr %11, align 8
  switch i32 %12, label %15 [
    i32 1, label %tvm_kind.exit
    i32 2, label %tvm_kind.exit
    i32 4, label %tvm_kind.exit
    i32 11, label %13
    i32 12, label %14
  ]

13:                                               ; preds = %10
  br label %tvm_kind.exit

14:                                               ; preds = %10
  br label %tvm_kind.exit

15:                                               ; preds = %10
  br label %tvm_kind.exit

tvm_kind.exit:                                    ; preds = %10, %10, %10, %13, %14, %15
  %.0.i = phi ptr [ @.str.29, %15 ], [ @.str.28, %14 ], [ @.str.27, %13 ], [ @.str.26, %10 ], [ @.str.26, %10 ], [ @.str.26, %10 ]
  %16 = getelementptr inbounds i8, ptr %0, i64 2072
  %.not.i = icmp eq ptr @TVMFFIErrorSetRaisedFromCStr, null
  br i1 %.not.i, label %17, label %19

17:                                               ; preds = %tvm_kind.exit
  %18 = tail call fastcc ptr @find_tvm(ptr noundef nonnull @.str.24)
  br label %19

19:                                               ; preds = %17, %tvm_kind.exit
  %.0.i7 = phi ptr [ @TVMFFIErrorSetRaisedFromCStr, %tvm_kind.exit ], [ %18, %17 ]
  %.not5.i = icmp eq ptr %.0.i7, null
  br i1 %.not5.i, label %tvm_raise.exit, label %20

20:                                               ; preds = %19
  tail call void %.0.i7(ptr noundef nonnull %.0.i, ptr noundef nonnull %16) #19
  br label %tvm_raise.exit

tvm_raise.exit:                                   ; preds = %20, %19, %9
  %21 = phi i32 [ 0, %9 ], [ -1, %19 ], [ -1, %20 ]
  ret i32 %21
}

; Function Attrs: nounwind
define range(i32 -1, 1) i32 @tenon_tvm_shapes(ptr noundef %0, ptr nocapture noundef readonly %1, i32 noundef %2, ptr noundef %3) local_unnamed_addr #3 {
  %5 = alloca %struct.tenon_text, align 8
  %6 = alloca %struct.tenon_text, align 8
  %7 = alloca %struct.tenon_text, align 8
  %8 = alloca %struct.tenon_check, align 8
  %9 = alloca %struct.tvm_call, align 8
  %10 = alloca %struct.tenon_check, align 8
  %11 = getelementptr inbounds i8, ptr %0, i64 64
  %12 = load i32, ptr %11, align 8
  %13 = icmp eq i32 %12, %2
  %14 = getelementptr inbounds i8, ptr %0, i64 68
  %15 = load i32, ptr %14, align 4
  %.fr = freeze i32 %15
  br i1 %13, label %16, label %.thread37

16:                                               ; preds = %4
  %spec.select = tail call i32 @llvm.smin.i32(i32 %.fr, i32 0)
  %17 = call fastcc i32 @tvm_begin(ptr noundef nonnull %9, ptr noundef nonnull %0, ptr noundef %1, i32 noundef %2, i32 noundef %spec.select)
  %.not = icmp eq i32 %17, 0
  br i1 %.not, label %22, label %19

.thread37:                                        ; preds = %4
  %18 = call fastcc i32 @tvm_begin(ptr noundef nonnull %9, ptr noundef nonnull %0, ptr noundef %1, i32 noundef %2, i32 noundef %.fr)
  %.not38 = icmp eq i32 %18, 0
  br i1 %.not38, label %.thread39, label %19

19:                                               ; preds = %.thread37, %16
  %20 = phi i32 [ %18, %.thread37 ], [ %17, %16 ]
  %21 = call fastcc i32 @tvm_end(ptr noundef nonnull %9, i32 noundef %20)
  br label %167

22:                                               ; preds = %16
  %23 = icmp sgt i32 %.fr, 0
  br i1 %23, label %24, label %.thread39

24:                                               ; preds = %22
  call void @llvm.lifetime.start.p0(i64 40, ptr nonnull %8)
  %25 = load i32, ptr %14, align 4
  %26 = icmp sgt i32 %25, 0
  br i1 %26, label %.lr.ph.i.i, label %rank_sum.exit.i

.lr.ph.i.i:                                       ; preds = %24
  %27 = getelementptr inbounds i8, ptr %0, i64 16
  %28 = load ptr, ptr %27, align 8
  %wide.trip.count.i.i = zext nneg i32 %25 to i64
  br label %29

29:                                               ; preds = %29, %.lr.ph.i.i
  %indvars.iv.i.i = phi i64 [ 0, %.lr.ph.i.i ], [ %indvars.iv.next.i.i, %29 ]
  %.067.i.i = phi i64 [ 0, %.lr.ph.i.i ], [ %33, %29 ]
  %30 = getelementptr inbounds %struct.tenon_argument, ptr %28, i64 %indvars.iv.i.i, i32 2
  %31 = load i32, ptr %30, align 8
  %32 = sext i32 %31 to i64
  %33 = add nsw i64 %.067.i.i, %32
  %indvars.iv.next.i.i = add nuw nsw i64 %indvars.iv.i.i, 1
  %exitcond.not.i.i = icmp eq i64 %indvars.iv.next.i.i, %wide.trip.count.i.i
  br i1 %exitcond.not.i.i, label %rank_sum.exit.i, label %29, !llvm.loop !15

rank_sum.exit.i:                                  ; preds = %29, %24
  %.06.lcssa.i.i = phi i64 [ 0, %24 ], [ %33, %29 ]
  %34 = sext i32 %25 to i64
  %35 = add i64 %.06.lcssa.i.i, %34
  %36 = mul i64 %35, 24
  %37 = call fastcc ptr @allocate(ptr noundef nonnull @default_options, i64 noundef %36)
  store ptr %0, ptr %8, align 8
  %38 = getelementptr inbounds i8, ptr %8, i64 8
  %39 = getelementptr inbounds i8, ptr %8, i64 32
  %40 = getelementptr inbounds i8, ptr %9, i64 2064
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(24) %38, i8 0, i64 24, i1 false)
  store ptr %40, ptr %39, align 8
  %.not.i = icmp eq ptr %37, null
  br i1 %.not.i, label %41, label %47

41:                                               ; preds = %rank_sum.exit.i
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %7)
  %42 = call fastcc { ptr, i64 } @complain(ptr noundef nonnull readonly %8, i32 noundef 11, i32 noundef -1)
  %43 = extractvalue { ptr, i64 } %42, 0
  store ptr %43, ptr %7, align 8
  %44 = getelementptr inbounds i8, ptr %7, i64 8
  %45 = extractvalue { ptr, i64 } %42, 1
  store i64 %45, ptr %44, align 8
  call fastcc void @add(ptr noundef nonnull %7, ptr noundef nonnull readonly @.str.39)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %7)
  %46 = call fastcc i32 @tvm_end(ptr noundef nonnull %9, i32 noundef 11)
  br label %tvm_shape_objects.exit

47:                                               ; preds = %rank_sum.exit.i
  %48 = getelementptr inbounds %struct.tenon_any, ptr %37, i64 %34
  %49 = getelementptr inbounds %struct.tenon_any, ptr %48, i64 %.06.lcssa.i.i
  %50 = getelementptr inbounds ptr, ptr %49, i64 %34
  br i1 %26, label %.lr.ph.i, label %._crit_edge.i

.lr.ph.i:                                         ; preds = %47
  %51 = getelementptr inbounds i8, ptr %0, i64 16
  br label %52

52:                                               ; preds = %52, %.lr.ph.i
  %.04356.i = phi i64 [ 0, %.lr.ph.i ], [ %60, %52 ]
  %.04455.i = phi i64 [ 0, %.lr.ph.i ], [ %56, %52 ]
  %53 = getelementptr inbounds i64, ptr %50, i64 %.04356.i
  %54 = getelementptr inbounds ptr, ptr %49, i64 %.04455.i
  store ptr %53, ptr %54, align 8
  %55 = load ptr, ptr %51, align 8
  %56 = add nuw nsw i64 %.04455.i, 1
  %57 = getelementptr inbounds %struct.tenon_argument, ptr %55, i64 %.04455.i, i32 2
  %58 = load i32, ptr %57, align 8
  %59 = sext i32 %58 to i64
  %60 = add nsw i64 %.04356.i, %59
  %exitcond.not.i = icmp eq i64 %56, %34
  br i1 %exitcond.not.i, label %._crit_edge.i, label %52, !llvm.loop !16

._crit_edge.i:                                    ; preds = %52, %47
  %61 = load ptr, ptr %9, align 8
  %62 = getelementptr inbounds i8, ptr %9, i64 8
  %63 = load i64, ptr %62, align 8
  %64 = trunc i64 %63 to i32
  %65 = call i32 @tenon_enter_shapes(ptr noundef %0, ptr noundef %61, i32 noundef %64, ptr noundef nonnull %49, ptr noundef nonnull %40)
  %66 = call fastcc i32 @tvm_end(ptr noundef nonnull %9, i32 noundef %65)
  %.not46.i = icmp eq i32 %65, 0
  br i1 %.not46.i, label %67, label %tvm_return_shapes.exit.i

67:                                               ; preds = %._crit_edge.i
  %68 = load i32, ptr %14, align 4
  %69 = icmp sgt i32 %68, 0
  br i1 %69, label %.lr.ph37.i.i, label %._crit_edge38.i.i

.lr.ph37.i.i:                                     ; preds = %67
  %70 = getelementptr inbounds i8, ptr %0, i64 16
  br label %71

71:                                               ; preds = %83, %.lr.ph37.i.i
  %indvars.iv43.i.i = phi i64 [ 0, %.lr.ph37.i.i ], [ %indvars.iv.next44.i.i, %83 ]
  %.02535.i.i = phi ptr [ %50, %.lr.ph37.i.i ], [ %.1.lcssa.i.i, %83 ]
  %72 = load ptr, ptr %70, align 8
  %73 = getelementptr inbounds %struct.tenon_argument, ptr %72, i64 %indvars.iv43.i.i, i32 2
  %74 = load i32, ptr %73, align 8
  %75 = icmp sgt i32 %74, 0
  br i1 %75, label %.lr.ph.preheader.i.i, label %._crit_edge.i.i

.lr.ph.preheader.i.i:                             ; preds = %71
  %wide.trip.count.i47.i = zext nneg i32 %74 to i64
  br label %.lr.ph.i48.i

.lr.ph.i48.i:                                     ; preds = %.lr.ph.i48.i, %.lr.ph.preheader.i.i
  %indvars.iv.i49.i = phi i64 [ 0, %.lr.ph.preheader.i.i ], [ %indvars.iv.next.i50.i, %.lr.ph.i48.i ]
  %.133.i.i = phi ptr [ %.02535.i.i, %.lr.ph.preheader.i.i ], [ %77, %.lr.ph.i48.i ]
  %76 = getelementptr inbounds %struct.tenon_any, ptr %48, i64 %indvars.iv.i49.i
  %77 = getelementptr inbounds i8, ptr %.133.i.i, i64 8
  %78 = load i64, ptr %.133.i.i, align 8
  store i32 1, ptr %76, align 8
  %.sroa.22.0..sroa_idx.i.i = getelementptr inbounds i8, ptr %76, i64 4
  store i32 0, ptr %.sroa.22.0..sroa_idx.i.i, align 4
  %.sroa.33.0..sroa_idx.i.i = getelementptr inbounds i8, ptr %76, i64 8
  store i64 %78, ptr %.sroa.33.0..sroa_idx.i.i, align 8
  %indvars.iv.next.i50.i = add nuw nsw i64 %indvars.iv.i49.i, 1
  %exitcond.not.i51.i = icmp eq i64 %indvars.iv.next.i50.i, %wide.trip.count.i47.i
  br i1 %exitcond.not.i51.i, label %._crit_edge.i.i, label %.lr.ph.i48.i, !llvm.loop !17

._crit_edge.i.i:                                  ; preds = %.lr.ph.i48.i, %71
  %.1.lcssa.i.i = phi ptr [ %.02535.i.i, %71 ], [ %77, %.lr.ph.i48.i ]
  %79 = getelementptr inbounds %struct.tenon_any, ptr %37, i64 %indvars.iv43.i.i
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %79, i8 0, i64 16, i1 false)
  %80 = call fastcc i32 @tvm_call_global(ptr noundef nonnull @.str.30, ptr noundef nonnull %48, i32 noundef %74, ptr noundef nonnull %79)
  %.not.i.i = icmp eq i32 %80, 0
  br i1 %.not.i.i, label %83, label %81

81:                                               ; preds = %._crit_edge.i.i
  %82 = trunc nuw nsw i64 %indvars.iv43.i.i to i32
  call fastcc void @tvm_release(ptr noundef nonnull %37, i32 noundef %82)
  br label %tvm_return_shapes.exit.i

83:                                               ; preds = %._crit_edge.i.i
  %indvars.iv.next44.i.i = add nuw nsw i64 %indvars.iv43.i.i, 1
  %84 = load i32, ptr %14, align 4
  %85 = sext i32 %84 to i64
  %86 = icmp slt i64 %indvars.iv.next44.i.i, %85
  br i1 %86, label %71, label %._crit_edge38.i.i, !llvm.loop !18

._crit_edge38.i.i:                                ; preds = %83, %67
  %.lcssa.i.i = phi i32 [ %68, %67 ], [ %84, %83 ]
  %87 = call fastcc i32 @tvm_return(ptr noundef nonnull %37, i32 noundef %.lcssa.i.i, ptr noundef %3)
  br label %tvm_return_shapes.exit.i

tvm_return_shapes.exit.i:                         ; preds = %._crit_edge38.i.i, %81, %._crit_edge.i
  %.0.i = phi i32 [ %66, %._crit_edge.i ], [ -1, %81 ], [ %87, %._crit_edge38.i.i ]
  call fastcc void @release(ptr noundef nonnull @default_options, ptr noundef nonnull %37, i64 noundef %36)
  br label %tvm_shape_objects.exit

tvm_shape_objects.exit:                           ; preds = %41, %tvm_return_shapes.exit.i
  %.042.i = phi i32 [ %.0.i, %tvm_return_shapes.exit.i ], [ %46, %41 ]
  call void @llvm.lifetime.end.p0(i64 40, ptr nonnull %8)
  br label %167

.thread39:                                        ; preds = %.thread37, %22
  store ptr %0, ptr %10, align 8
  %88 = getelementptr inbounds i8, ptr %10, i64 8
  %89 = getelementptr inbounds i8, ptr %10, i64 32
  %90 = getelementptr inbounds i8, ptr %9, i64 2064
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(24) %88, i8 0, i64 24, i1 false)
  store ptr %90, ptr %89, align 8
  %91 = sext i32 %.fr to i64
  %92 = shl nsw i64 %91, 3
  %93 = call fastcc ptr @allocate(ptr noundef nonnull @default_options, i64 noundef %92)
  %.not30 = icmp eq ptr %93, null
  br i1 %.not30, label %.thread40, label %94

94:                                               ; preds = %.thread39
  %95 = load ptr, ptr %9, align 8
  %96 = load i32, ptr %11, align 8
  %97 = sext i32 %96 to i64
  %98 = getelementptr inbounds ptr, ptr %95, i64 %97
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %6)
  %99 = load i32, ptr %14, align 4
  %100 = icmp sgt i32 %99, 0
  br i1 %100, label %.lr.ph.i33.preheader, label %.loopexit

.lr.ph.i33.preheader:                             ; preds = %94
  %101 = getelementptr inbounds i8, ptr %0, i64 16
  br label %.lr.ph.i33

.lr.ph.i33:                                       ; preds = %.lr.ph.i33.preheader, %is_shape_place.exit.thread18.i
  %indvars.iv.i = phi i64 [ %indvars.iv.next.i, %is_shape_place.exit.thread18.i ], [ 0, %.lr.ph.i33.preheader ]
  %102 = load ptr, ptr %101, align 8
  %103 = getelementptr inbounds %struct.tenon_argument, ptr %102, i64 %indvars.iv.i, i32 2
  %104 = load i32, ptr %103, align 8
  %105 = getelementptr inbounds ptr, ptr %98, i64 %indvars.iv.i
  %106 = load ptr, ptr %105, align 8
  %.not.i.i34 = icmp eq ptr %106, null
  br i1 %.not.i.i34, label %153, label %107

107:                                              ; preds = %.lr.ph.i33
  %108 = getelementptr inbounds i8, ptr %106, i64 8
  %109 = load i32, ptr %108, align 8
  %110 = icmp eq i32 %109, 1
  br i1 %110, label %111, label %153

111:                                              ; preds = %107
  %112 = getelementptr inbounds i8, ptr %106, i64 20
  %113 = load i8, ptr %112, align 4
  %114 = icmp eq i8 %113, 0
  br i1 %114, label %115, label %153

115:                                              ; preds = %111
  %116 = getelementptr inbounds i8, ptr %106, i64 21
  %117 = load i8, ptr %116, align 1
  %118 = icmp eq i8 %117, 64
  br i1 %118, label %119, label %153

119:                                              ; preds = %115
  %120 = getelementptr inbounds i8, ptr %106, i64 22
  %121 = load i16, ptr %120, align 2
  %122 = icmp eq i16 %121, 1
  br i1 %122, label %123, label %153

123:                                              ; preds = %119
  %124 = getelementptr inbounds i8, ptr %106, i64 16
  %125 = load i32, ptr %124, align 8
  %126 = icmp eq i32 %125, 1
  br i1 %126, label %127, label %153

127:                                              ; preds = %123
  %128 = getelementptr inbounds i8, ptr %106, i64 24
  %129 = load ptr, ptr %128, align 8
  %.not13.i.i = icmp eq ptr %129, null
  br i1 %.not13.i.i, label %153, label %130

130:                                              ; preds = %127
  %131 = load i64, ptr %129, align 8
  %132 = sext i32 %104 to i64
  %133 = icmp eq i64 %131, %132
  br i1 %133, label %134, label %153

134:                                              ; preds = %130
  %135 = call fastcc i32 @rows_without_gaps(ptr noundef nonnull readonly %106)
  %.not14.i.i = icmp eq i32 %135, 0
  br i1 %.not14.i.i, label %153, label %136

136:                                              ; preds = %134
  %137 = icmp eq i32 %104, 0
  %.pre.i = load ptr, ptr %106, align 8
  br i1 %137, label %.is_shape_place.exit.thread18_crit_edge.i, label %138

.is_shape_place.exit.thread18_crit_edge.i:        ; preds = %136
  %.phi.trans.insert.i = getelementptr inbounds i8, ptr %106, i64 40
  %.pre28.i = load i64, ptr %.phi.trans.insert.i, align 8
  %.pre29.i = ptrtoint ptr %.pre.i to i64
  %.pre30.i = add i64 %.pre28.i, %.pre29.i
  br label %is_shape_place.exit.thread18.i

138:                                              ; preds = %136
  %.not15.i.i = icmp eq ptr %.pre.i, null
  br i1 %.not15.i.i, label %153, label %is_shape_place.exit.i

is_shape_place.exit.i:                            ; preds = %138
  %139 = ptrtoint ptr %.pre.i to i64
  %140 = getelementptr inbounds i8, ptr %106, i64 40
  %141 = load i64, ptr %140, align 8
  %142 = add i64 %141, %139
  %143 = and i64 %142, 7
  %.not.i35 = icmp eq i64 %143, 0
  br i1 %.not.i35, label %is_shape_place.exit.thread18.i, label %153

is_shape_place.exit.thread18.i:                   ; preds = %is_shape_place.exit.i, %.is_shape_place.exit.thread18_crit_edge.i
  %.pre-phi31.i = phi i64 [ %.pre30.i, %.is_shape_place.exit.thread18_crit_edge.i ], [ %142, %is_shape_place.exit.i ]
  %144 = inttoptr i64 %.pre-phi31.i to ptr
  %145 = getelementptr inbounds ptr, ptr %93, i64 %indvars.iv.i
  store ptr %144, ptr %145, align 8
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %146 = load i32, ptr %14, align 4
  %147 = sext i32 %146 to i64
  %148 = icmp slt i64 %indvars.iv.next.i, %147
  br i1 %148, label %.lr.ph.i33, label %.loopexit.loopexit, !llvm.loop !19

.thread40:                                        ; preds = %.thread39
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %5)
  %149 = call fastcc { ptr, i64 } @complain(ptr noundef nonnull readonly %10, i32 noundef 11, i32 noundef -1)
  %150 = extractvalue { ptr, i64 } %149, 0
  store ptr %150, ptr %5, align 8
  %151 = getelementptr inbounds i8, ptr %5, i64 8
  %152 = extractvalue { ptr, i64 } %149, 1
  store i64 %152, ptr %151, align 8
  call fastcc void @add(ptr noundef nonnull %5, ptr noundef nonnull readonly @.str.39)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %5)
  br label %165

153:                                              ; preds = %.lr.ph.i33, %107, %111, %115, %119, %123, %127, %130, %134, %138, %is_shape_place.exit.i
  %154 = trunc nuw nsw i64 %indvars.iv.i to i32
  %155 = load i32, ptr %11, align 8
  %156 = add nsw i32 %155, %154
  %157 = call fastcc { ptr, i64 } @complain(ptr noundef nonnull readonly %10, i32 noundef 6, i32 noundef %156)
  %158 = extractvalue { ptr, i64 } %157, 0
  store ptr %158, ptr %6, align 8
  %159 = getelementptr inbounds i8, ptr %6, i64 8
  %160 = extractvalue { ptr, i64 } %157, 1
  store i64 %160, ptr %159, align 8
  call fastcc void @add(ptr noundef nonnull %6, ptr noundef nonnull @.str.37)
  %161 = sext i32 %104 to i64
  call fastcc void @add_number(ptr noundef nonnull %6, i64 noundef %161)
  call fastcc void @add(ptr noundef nonnull %6, ptr noundef nonnull @.str.38)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %6)
  br label %165

.loopexit.loopexit:                               ; preds = %is_shape_place.exit.thread18.i
  %.pre = load ptr, ptr %9, align 8
  %.pre57 = load i32, ptr %11, align 8
  br label %.loopexit

.loopexit:                                        ; preds = %.loopexit.loopexit, %94
  %162 = phi i32 [ %.pre57, %.loopexit.loopexit ], [ %96, %94 ]
  %163 = phi ptr [ %.pre, %.loopexit.loopexit ], [ %95, %94 ]
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %6)
  %164 = call i32 @tenon_enter_shapes(ptr noundef nonnull %0, ptr noundef %163, i32 noundef %162, ptr noundef nonnull %93, ptr noundef nonnull %90)
  br label %165

165:                                              ; preds = %153, %.thread40, %.loopexit
  %.026 = phi i32 [ 6, %153 ], [ %164, %.loopexit ], [ 11, %.thread40 ]
  call fastcc void @release(ptr noundef nonnull @default_options, ptr noundef %93, i64 noundef %92)
  %166 = call fastcc i32 @tvm_end(ptr noundef nonnull %9, i32 noundef %.026)
  br label %167

167:                                              ; preds = %165, %tvm_shape_objects.exit, %19
  %.0 = phi i32 [ %21, %19 ], [ %.042.i, %tvm_shape_objects.exit ], [ %166, %165 ]
  ret i32 %.0
}

; Function Attrs: nounwind
define i32 @tenon_enter_shapes(ptr noundef %0, ptr noundef %1, i32 noundef %2, ptr noundef %3, ptr noundef %4) local_unnamed_addr #3 {
  %6 = alloca %struct.tenon_text, align 8
  %7 = alloca %struct.tenon_text, align 8
  %8 = alloca %struct.tenon_text, align 8
  %9 = alloca %struct.tenon_text, align 8
  %10 = alloca %struct.tenon_error, align 4
  %11 = alloca %struct.tenon_check, align 8
  %12 = alloca [256 x i64], align 16
  store ptr %0, ptr %11, align 8
  %13 = getelementptr inbounds i8, ptr %11, i64 8
  store ptr %1, ptr %13, align 8
  %14 = getelementptr inbounds i8, ptr %11, i64 16
  %15 = getelementptr inbounds i8, ptr %11, i64 24
  %16 = getelementptr inbounds i8, ptr %11, i64 32
  %.not = icmp eq ptr %4, null
  %17 = select i1 %.not, ptr %10, ptr %4
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %14, i8 0, i64 16, i1 false)
  store ptr %17, ptr %16, align 8
  %18 = getelementptr inbounds i8, ptr %0, i64 64
  %19 = load i32, ptr %18, align 8
  %.not35 = icmp eq i32 %19, %2
  br i1 %.not35, label %21, label %20

20:                                               ; preds = %5
  call fastcc void @refuse_count(ptr noundef nonnull %11, i32 noundef %2, i32 noundef 0)
  br label %76

21:                                               ; preds = %5
  %22 = icmp eq ptr %1, null
  %23 = icmp ne i32 %2, 0
  %or.cond = and i1 %22, %23
  br i1 %or.cond, label %24, label %29

24:                                               ; preds = %21
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %9)
  %25 = call fastcc { ptr, i64 } @complain(ptr noundef nonnull readonly %11, i32 noundef 2, i32 noundef -1)
  %26 = extractvalue { ptr, i64 } %25, 0
  store ptr %26, ptr %9, align 8
  %27 = getelementptr inbounds i8, ptr %9, i64 8
  %28 = extractvalue { ptr, i64 } %25, 1
  store i64 %28, ptr %27, align 8
  call fastcc void @add(ptr noundef nonnull %9, ptr noundef nonnull readonly @.str.7)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %9)
  br label %76

29:                                               ; preds = %21
  %.not36 = icmp eq ptr %3, null
  %30 = getelementptr inbounds i8, ptr %0, i64 68
  %31 = load i32, ptr %30, align 4
  br i1 %.not36, label %32, label %38

32:                                               ; preds = %29
  %.not37 = icmp eq i32 %31, 0
  br i1 %.not37, label %._crit_edge, label %33

33:                                               ; preds = %32
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %8)
  %34 = call fastcc { ptr, i64 } @complain(ptr noundef nonnull readonly %11, i32 noundef 2, i32 noundef -1)
  %35 = extractvalue { ptr, i64 } %34, 0
  store ptr %35, ptr %8, align 8
  %36 = getelementptr inbounds i8, ptr %8, i64 8
  %37 = extractvalue { ptr, i64 } %34, 1
  store i64 %37, ptr %36, align 8
  call fastcc void @add(ptr noundef nonnull %8, ptr noundef nonnull readonly @.str.9)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %8)
  br label %76

38:                                               ; preds = %29
  %39 = icmp sgt i32 %31, 0
  br i1 %39, label %.lr.ph, label %._crit_edge

.lr.ph:                                           ; preds = %38
  %40 = getelementptr inbounds i8, ptr %0, i64 16
  %41 = load ptr, ptr %40, align 8
  %wide.trip.count = zext nneg i32 %31 to i64
  br label %42

42:                                               ; preds = %.lr.ph, %55
  %indvars.iv = phi i64 [ 0, %.lr.ph ], [ %indvars.iv.next, %55 ]
  %43 = getelementptr inbounds %struct.tenon_argument, ptr %41, i64 %indvars.iv, i32 2
  %44 = load i32, ptr %43, align 8
  %.not42 = icmp eq i32 %44, 0
  br i1 %.not42, label %55, label %45

45:                                               ; preds = %42
  %46 = getelementptr inbounds ptr, ptr %3, i64 %indvars.iv
  %47 = load ptr, ptr %46, align 8
  %.not43 = icmp eq ptr %47, null
  br i1 %.not43, label %48, label %55

48:                                               ; preds = %45
  %49 = trunc nuw nsw i64 %indvars.iv to i32
  %50 = add nsw i32 %49, %2
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %7)
  %51 = call fastcc { ptr, i64 } @complain(ptr noundef nonnull readonly %11, i32 noundef 2, i32 noundef %50)
  %52 = extractvalue { ptr, i64 } %51, 0
  store ptr %52, ptr %7, align 8
  %53 = getelementptr inbounds i8, ptr %7, i64 8
  %54 = extractvalue { ptr, i64 } %51, 1
  store i64 %54, ptr %53, align 8
  call fastcc void @add(ptr noundef nonnull %7, ptr noundef nonnull readonly @.str.10)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %7)
  br label %76

55:                                               ; preds = %42, %45
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count
  br i1 %exitcond.not, label %._crit_edge, label %42, !llvm.loop !20

._crit_edge:                                      ; preds = %55, %32, %38
  %56 = getelementptr inbounds i8, ptr %0, i64 72
  %57 = load i32, ptr %56, align 8
  %58 = sext i32 %57 to i64
  %59 = shl nsw i64 %58, 3
  %60 = icmp sgt i32 %57, 256
  br i1 %60, label %61, label %.thread

.thread:                                          ; preds = %._crit_edge
  store ptr %12, ptr %15, align 8
  br label %68

61:                                               ; preds = %._crit_edge
  %62 = call fastcc ptr @allocate(ptr noundef nonnull @default_options, i64 noundef %59)
  store ptr %62, ptr %15, align 8
  %.not38 = icmp eq ptr %62, null
  br i1 %.not38, label %63, label %68

63:                                               ; preds = %61
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %6)
  %64 = call fastcc { ptr, i64 } @complain(ptr noundef nonnull readonly %11, i32 noundef 11, i32 noundef -1)
  %65 = extractvalue { ptr, i64 } %64, 0
  store ptr %65, ptr %6, align 8
  %66 = getelementptr inbounds i8, ptr %6, i64 8
  %67 = extractvalue { ptr, i64 } %64, 1
  store i64 %67, ptr %66, align 8
  call fastcc void @add(ptr noundef nonnull %6, ptr noundef nonnull readonly @.str.39)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %6)
  br label %76

68:                                               ; preds = %.thread, %61
  %69 = phi ptr [ %12, %.thread ], [ %62, %61 ]
  %70 = call fastcc i32 @check_input_shapes(ptr noundef nonnull %11)
  %.not39 = icmp eq i32 %70, 0
  br i1 %.not39, label %71, label %.thread45

71:                                               ; preds = %68
  %72 = call fastcc i32 @write_shapes(ptr noundef nonnull %11, ptr noundef null)
  %.not40 = icmp eq i32 %72, 0
  br i1 %.not40, label %73, label %.thread45

73:                                               ; preds = %71
  %74 = call fastcc i32 @write_shapes(ptr noundef nonnull %11, ptr noundef %3)
  br label %.thread45

.thread45:                                        ; preds = %68, %73, %71
  %.048 = phi i32 [ 0, %73 ], [ %72, %71 ], [ %70, %68 ]
  %.not41 = icmp eq ptr %69, %12
  br i1 %.not41, label %76, label %75

75:                                               ; preds = %.thread45
  call fastcc void @release(ptr noundef nonnull @default_options, ptr noundef nonnull %69, i64 noundef %59)
  br label %76

76:                                               ; preds = %.thread45, %75, %63, %48, %33, %24, %20
  %.029 = phi i32 [ 1, %20 ], [ 2, %24 ], [ 2, %48 ], [ 11, %63 ], [ 2, %33 ], [ %.048, %75 ], [ %.048, %.thread45 ]
  ret i32 %.029
}

; Function Attrs: nounwind
define range(i32 -1, 1) i32 @tenon_tvm_managed(ptr noundef %0, ptr nocapture noundef readonly %1, i32 noundef %2, ptr noundef %3) local_unnamed_addr #3 {
  %5 = alloca %struct.tenon_text, align 8
  %6 = alloca %struct.tvm_call, align 8
  %7 = alloca %struct.tenon_check, align 8
  %8 = getelementptr inbounds i8, ptr %0, i64 68
  %9 = load i32, ptr %8, align 4
  %10 = sext i32 %9 to i64
  %11 = mul nsw i64 %10, 24
  %12 = tail call fastcc ptr @allocate(ptr noundef nonnull @default_options, i64 noundef %11)
  store ptr %0, ptr %7, align 8
  %13 = getelementptr inbounds i8, ptr %7, i64 8
  %14 = getelementptr inbounds i8, ptr %7, i64 32
  %15 = getelementptr inbounds i8, ptr %6, i64 2064
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(24) %13, i8 0, i64 24, i1 false)
  store ptr %15, ptr %14, align 8
  %16 = getelementptr inbounds %struct.tenon_any, ptr %12, i64 %10
  %17 = call fastcc i32 @tvm_begin(ptr noundef nonnull %6, ptr noundef %0, ptr noundef %1, i32 noundef %2, i32 noundef 0)
  %18 = icmp ne i32 %17, 0
  %19 = icmp ne ptr %12, null
  %or.cond = select i1 %18, i1 true, i1 %19
  br i1 %or.cond, label %24, label %.thread

.thread:                                          ; preds = %4
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %5)
  %20 = call fastcc { ptr, i64 } @complain(ptr noundef nonnull readonly %7, i32 noundef 11, i32 noundef -1)
  %21 = extractvalue { ptr, i64 } %20, 0
  store ptr %21, ptr %5, align 8
  %22 = getelementptr inbounds i8, ptr %5, i64 8
  %23 = extractvalue { ptr, i64 } %20, 1
  store i64 %23, ptr %22, align 8
  call fastcc void @add(ptr noundef nonnull %5, ptr noundef nonnull readonly @.str.39)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %5)
  br label %.thread34

24:                                               ; preds = %4
  %.not = icmp eq i32 %17, 0
  br i1 %.not, label %26, label %.thread34

.thread34:                                        ; preds = %24, %.thread
  %.131.ph = phi i32 [ 11, %.thread ], [ %17, %24 ]
  %25 = call fastcc i32 @tvm_end(ptr noundef nonnull %6, i32 noundef %.131.ph)
  br label %tvm_adopt.exit.thread

26:                                               ; preds = %24
  %27 = load ptr, ptr %6, align 8
  %28 = call i32 @tenon_enter_managed(ptr noundef nonnull %0, ptr noundef %27, i32 noundef %2, ptr noundef %16, ptr noundef null, ptr noundef nonnull %15)
  %29 = call fastcc i32 @tvm_end(ptr noundef nonnull %6, i32 noundef %28)
  %.not38 = icmp eq i32 %28, 0
  br i1 %.not38, label %30, label %tvm_adopt.exit.thread

30:                                               ; preds = %26
  %31 = call fastcc ptr @find_tvm(ptr noundef nonnull @.str.40)
  %32 = icmp sgt i32 %9, 0
  br i1 %32, label %.lr.ph.i, label %._crit_edge.i

.lr.ph.i:                                         ; preds = %30
  %.not.i = icmp eq ptr %31, null
  %wide.trip.count.i = zext nneg i32 %9 to i64
  br label %33

33:                                               ; preds = %39, %.lr.ph.i
  %indvars.iv.i = phi i64 [ 0, %.lr.ph.i ], [ %indvars.iv.next.i, %39 ]
  %34 = getelementptr inbounds %struct.tenon_any, ptr %12, i64 %indvars.iv.i
  store i32 70, ptr %34, align 8
  %.sroa.2.0..sroa_idx.i = getelementptr inbounds i8, ptr %34, i64 4
  store i32 0, ptr %.sroa.2.0..sroa_idx.i, align 4
  %.sroa.3.0..sroa_idx.i = getelementptr inbounds i8, ptr %34, i64 8
  store i64 0, ptr %.sroa.3.0..sroa_idx.i, align 8
  br i1 %.not.i, label %._crit_edge.loopexit.i, label %35

35:                                               ; preds = %33
  %36 = getelementptr inbounds ptr, ptr %16, i64 %indvars.iv.i
  %37 = load ptr, ptr %36, align 8
  %38 = call i32 %31(ptr noundef %37, i32 noundef 0, i32 noundef 0, ptr noundef nonnull %.sroa.3.0..sroa_idx.i) #19
  %.not23.i = icmp eq i32 %38, 0
  br i1 %.not23.i, label %39, label %._crit_edge.loopexit.i

39:                                               ; preds = %35
  store ptr null, ptr %36, align 8
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next.i, %wide.trip.count.i
  br i1 %exitcond.not.i, label %tvm_adopt.exit, label %33, !llvm.loop !21

._crit_edge.loopexit.i:                           ; preds = %35, %33
  %indvars.iv.i.lcssa = phi i64 [ %indvars.iv.i, %35 ], [ 0, %33 ]
  %40 = trunc nuw nsw i64 %indvars.iv.i.lcssa to i32
  br label %._crit_edge.i

._crit_edge.i:                                    ; preds = %._crit_edge.loopexit.i, %30
  %.020.lcssa.i = phi i32 [ 0, %30 ], [ %40, %._crit_edge.loopexit.i ]
  %41 = icmp eq i32 %.020.lcssa.i, %9
  br i1 %41, label %tvm_adopt.exit, label %42

42:                                               ; preds = %._crit_edge.i
  call fastcc void @tvm_release(ptr noundef %12, i32 noundef %.020.lcssa.i)
  call fastcc void @take_all_back(ptr noundef %16, i32 noundef %9)
  %.not24.i = icmp eq ptr %31, null
  br i1 %.not24.i, label %43, label %tvm_adopt.exit.thread

43:                                               ; preds = %42
  %.not.i.i = icmp eq ptr @TVMFFIErrorSetRaisedFromCStr, null
  br i1 %.not.i.i, label %44, label %46

44:                                               ; preds = %43
  %45 = call fastcc ptr @find_tvm(ptr noundef nonnull @.str.24)
  br label %46

46:                                               ; preds = %44, %43
  %.0.i.i = phi ptr [ @TVMFFIErrorSetRaisedFromCStr, %43 ], [ %45, %44 ]
  %.not5.i.i = icmp eq ptr %.0.i.i, null
  br i1 %.not5.i.i, label %tvm_adopt.exit.thread, label %47

47:                                               ; preds = %46
  call void %.0.i.i(ptr noundef nonnull @.str.34, ptr noundef nonnull @.str.35) #19
  br label %tvm_adopt.exit.thread

tvm_adopt.exit:                                   ; preds = %39, %._crit_edge.i
  %48 = call fastcc i32 @tvm_return(ptr noundef %12, i32 noundef %9, ptr noundef %3)
  br label %tvm_adopt.exit.thread

tvm_adopt.exit.thread:                            ; preds = %47, %46, %42, %.thread34, %26, %tvm_adopt.exit
  %.1 = phi i32 [ %48, %tvm_adopt.exit ], [ -1, %47 ], [ -1, %46 ], [ -1, %42 ], [ %25, %.thread34 ], [ %29, %26 ]
  call fastcc void @release(ptr noundef nonnull @default_options, ptr noundef %12, i64 noundef %11)
  ret i32 %.1
}

; Function Attrs: nounwind
define i32 @tenon_enter_managed(ptr noundef %0, ptr noundef %1, i32 noundef %2, ptr noundef %3, ptr noundef %4, ptr noundef %5) local_unnamed_addr #3 {
  %7 = alloca %struct.tenon_text, align 8
  %8 = alloca %struct.tenon_text, align 8
  %9 = alloca %struct.tenon_error, align 4
  %10 = alloca %struct.tenon_check, align 8
  store ptr %0, ptr %10, align 8
  %11 = getelementptr inbounds i8, ptr %10, i64 8
  store ptr %1, ptr %11, align 8
  %12 = getelementptr inbounds i8, ptr %10, i64 16
  %13 = getelementptr inbounds i8, ptr %10, i64 32
  %.not = icmp eq ptr %5, null
  %14 = select i1 %.not, ptr %9, ptr %5
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %12, i8 0, i64 16, i1 false)
  store ptr %14, ptr %13, align 8
  %15 = getelementptr inbounds i8, ptr %0, i64 64
  %16 = load i32, ptr %15, align 8
  %.not29 = icmp eq i32 %16, %2
  br i1 %.not29, label %18, label %17

17:                                               ; preds = %6
  call fastcc void @refuse_count(ptr noundef nonnull %10, i32 noundef %2, i32 noundef 0)
  br label %.loopexit

18:                                               ; preds = %6
  %19 = icmp eq ptr %1, null
  %20 = icmp ne i32 %2, 0
  %or.cond = and i1 %19, %20
  br i1 %or.cond, label %21, label %26

21:                                               ; preds = %18
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %8)
  %22 = call fastcc { ptr, i64 } @complain(ptr noundef nonnull readonly %10, i32 noundef 2, i32 noundef -1)
  %23 = extractvalue { ptr, i64 } %22, 0
  store ptr %23, ptr %8, align 8
  %24 = getelementptr inbounds i8, ptr %8, i64 8
  %25 = extractvalue { ptr, i64 } %22, 1
  store i64 %25, ptr %24, align 8
  call fastcc void @add(ptr noundef nonnull %8, ptr noundef nonnull readonly @.str.7)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %8)
  br label %.loopexit

26:                                               ; preds = %18
  %.not30 = icmp eq ptr %3, null
  br i1 %.not30, label %30, label %.preheader

.preheader:                                       ; preds = %26
  %27 = getelementptr inbounds i8, ptr %0, i64 68
  %28 = load i32, ptr %27, align 4
  %29 = icmp sgt i32 %28, 0
  br i1 %29, label %.lr.ph, label %._crit_edge

30:                                               ; preds = %26
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %7)
  %31 = call fastcc { ptr, i64 } @complain(ptr noundef nonnull readonly %10, i32 noundef 2, i32 noundef -1)
  %32 = extractvalue { ptr, i64 } %31, 0
  store ptr %32, ptr %7, align 8
  %33 = getelementptr inbounds i8, ptr %7, i64 8
  %34 = extractvalue { ptr, i64 } %31, 1
  store i64 %34, ptr %33, align 8
  call fastcc void @add(ptr noundef nonnull %7, ptr noundef nonnull readonly @.str.8)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %7)
  br label %.loopexit

.lr.ph:                                           ; preds = %.preheader, %.lr.ph
  %indvars.iv = phi i64 [ %indvars.iv.next, %.lr.ph ], [ 0, %.preheader ]
  %35 = getelementptr inbounds ptr, ptr %3, i64 %indvars.iv
  store ptr null, ptr %35, align 8
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %36 = load i32, ptr %27, align 4
  %37 = sext i32 %36 to i64
  %38 = icmp slt i64 %indvars.iv.next, %37
  br i1 %38, label %.lr.ph, label %._crit_edge, !llvm.loop !22

._crit_edge:                                      ; preds = %.lr.ph, %.preheader
  %39 = call fastcc i32 @enter(ptr noundef nonnull %10, ptr noundef %4, ptr noundef nonnull %3)
  %.not31 = icmp eq i32 %39, 0
  %40 = load i32, ptr %27, align 4
  %41 = icmp sgt i32 %40, 0
  %42 = select i1 %41, i1 %.not31, i1 false
  br i1 %42, label %.lr.ph35, label %.loopexit

.lr.ph35:                                         ; preds = %._crit_edge, %.lr.ph35
  %indvars.iv36 = phi i64 [ %indvars.iv.next37, %.lr.ph35 ], [ 0, %._crit_edge ]
  %43 = getelementptr inbounds ptr, ptr %3, i64 %indvars.iv36
  %44 = load ptr, ptr %43, align 8
  call void @hold_library(ptr noundef %44)
  %indvars.iv.next37 = add nuw nsw i64 %indvars.iv36, 1
  %45 = load i32, ptr %27, align 4
  %46 = sext i32 %45 to i64
  %47 = icmp slt i64 %indvars.iv.next37, %46
  br i1 %47, label %.lr.ph35, label %.loopexit, !llvm.loop !23

.loopexit:                                        ; preds = %.lr.ph35, %._crit_edge, %30, %21, %17
  %.025 = phi i32 [ 1, %17 ], [ 2, %21 ], [ 2, %30 ], [ %39, %._crit_edge ], [ 0, %.lr.ph35 ]
  ret i32 %.025
}

; Function Attrs: nounwind
define internal fastcc range(i32 -1, 1) i32 @tvm_return(ptr noundef %0, i32 noundef %1, ptr noundef %2) unnamed_addr #3 {
  %4 = icmp eq i32 %1, 1
  br i1 %4, label %5, label %6

5:                                                ; preds = %3
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %2, ptr noundef nonnull align 8 dereferenceable(16) %0, i64 16, i1 false)
  br label %8

6:                                                ; preds = %3
  %7 = tail call fastcc i32 @tvm_call_global(ptr noundef nonnull @.str.41, ptr noundef %0, i32 noundef %1, ptr noundef %2)
  tail call fastcc void @tvm_release(ptr noundef %0, i32 noundef %1)
  br label %8

8:                                                ; preds = %6, %5
  %.0 = phi i32 [ 0, %5 ], [ %7, %6 ]
  ret i32 %.0
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define internal fastcc void @refuse_count(ptr nocapture noundef readonly %0, i32 noundef %1, i32 noundef %2) unnamed_addr #2 {
  %4 = alloca %struct.tenon_text, align 8
  %5 = tail call fastcc { ptr, i64 } @complain(ptr noundef %0, i32 noundef 1, i32 noundef -1)
  %6 = extractvalue { ptr, i64 } %5, 0
  store ptr %6, ptr %4, align 8
  %7 = getelementptr inbounds i8, ptr %4, i64 8
  %8 = extractvalue { ptr, i64 } %5, 1
  store i64 %8, ptr %7, align 8
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef nonnull @.str.42)
  %9 = sext i32 %1 to i64
  call fastcc void @add_counted(ptr noundef nonnull %4, i64 noundef %9, ptr noundef nonnull @.str.43)
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef nonnull @.str.14)
  %10 = load ptr, ptr %0, align 8
  %11 = getelementptr inbounds i8, ptr %10, i64 64
  %12 = load i32, ptr %11, align 8
  %13 = add nsw i32 %12, %2
  %14 = sext i32 %13 to i64
  call fastcc void @add_number(ptr noundef nonnull %4, i64 noundef %14)
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef nonnull @.str.44)
  %15 = load ptr, ptr %0, align 8
  %16 = getelementptr inbounds i8, ptr %15, i64 64
  %17 = load i32, ptr %16, align 8
  %18 = sext i32 %17 to i64
  call fastcc void @add_counted(ptr noundef nonnull %4, i64 noundef %18, ptr noundef nonnull @.str.45)
  %.not = icmp eq i32 %2, 0
  br i1 %.not, label %21, label %19

19:                                               ; preds = %3
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef nonnull @.str.3)
  %20 = sext i32 %2 to i64
  call fastcc void @add_counted(ptr noundef nonnull %4, i64 noundef %20, ptr noundef nonnull @.str.46)
  br label %21

21:                                               ; preds = %19, %3
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef nonnull @.str.4)
  ret void
}

; Function Attrs: nounwind
define internal fastcc i32 @enter(ptr nocapture noundef %0, ptr noundef %1, ptr noundef %2) unnamed_addr #3 {
  %4 = alloca [16 x i64], align 16
  %5 = alloca %struct.tenon_text, align 8
  %6 = alloca %struct.tenon_text, align 8
  %7 = alloca %struct.tenon_text, align 8
  %8 = alloca %struct.tenon_text, align 8
  %9 = alloca [256 x i64], align 16
  %10 = alloca %struct.tenon_call, align 8
  %11 = load ptr, ptr %0, align 8
  %.not = icmp eq ptr %1, null
  %spec.store.select = select i1 %.not, ptr @default_options, ptr %1
  %12 = load i64, ptr %spec.store.select, align 8
  %13 = icmp slt i64 %12, 56
  br i1 %13, label %check_options.exit, label %14

14:                                               ; preds = %3
  %15 = getelementptr inbounds i8, ptr %spec.store.select, i64 8
  %16 = load i32, ptr %15, align 8
  %17 = icmp slt i32 %16, 0
  br i1 %17, label %check_options.exit, label %18

18:                                               ; preds = %14
  %19 = icmp ugt i32 %16, 4096
  br i1 %19, label %check_options.exit, label %20

20:                                               ; preds = %18
  %21 = getelementptr inbounds i8, ptr %spec.store.select, i64 32
  %22 = load ptr, ptr %21, align 8
  %.not.i = icmp eq ptr %22, null
  %23 = getelementptr inbounds i8, ptr %spec.store.select, i64 40
  %24 = load ptr, ptr %23, align 8
  %25 = icmp ne ptr %24, null
  %.not12.i = xor i1 %.not.i, %25
  br i1 %.not12.i, label %26, label %check_options.exit

26:                                               ; preds = %20
  %27 = getelementptr inbounds i8, ptr %spec.store.select, i64 16
  %28 = load ptr, ptr %27, align 8
  %.not13.i = icmp eq ptr %28, null
  %.not14.i = icmp ne i32 %16, 0
  %or.cond.not.i = or i1 %.not14.i, %.not13.i
  br i1 %or.cond.not.i, label %33, label %check_options.exit

check_options.exit:                               ; preds = %3, %14, %18, %20, %26
  %.019.i = phi ptr [ @.str.52, %26 ], [ @.str.51, %20 ], [ @.str.50, %18 ], [ @.str.49, %14 ], [ @.str.48, %3 ]
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %8)
  %29 = tail call fastcc { ptr, i64 } @complain(ptr noundef nonnull readonly %0, i32 noundef 10, i32 noundef -1)
  %30 = extractvalue { ptr, i64 } %29, 0
  store ptr %30, ptr %8, align 8
  %31 = getelementptr inbounds i8, ptr %8, i64 8
  %32 = extractvalue { ptr, i64 } %29, 1
  store i64 %32, ptr %31, align 8
  call fastcc void @add(ptr noundef nonnull %8, ptr noundef nonnull readonly %.019.i)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %8)
  br label %427

33:                                               ; preds = %26
  %34 = getelementptr inbounds i8, ptr %11, i64 64
  %35 = load i32, ptr %34, align 8
  %36 = sext i32 %35 to i64
  %37 = getelementptr inbounds i8, ptr %11, i64 68
  %38 = load i32, ptr %37, align 4
  %39 = sext i32 %38 to i64
  %40 = add nsw i64 %39, %36
  %41 = getelementptr inbounds i8, ptr %11, i64 72
  %42 = load i32, ptr %41, align 8
  %43 = sext i32 %42 to i64
  %44 = add nsw i64 %40, %43
  %45 = icmp sgt i64 %44, 256
  br i1 %45, label %46, label %.thread

46:                                               ; preds = %33
  %47 = shl nuw nsw i64 %44, 3
  %48 = tail call fastcc ptr @allocate(ptr noundef nonnull %spec.store.select, i64 noundef %47)
  %.not40 = icmp eq ptr %48, null
  br i1 %.not40, label %49, label %..thread_crit_edge

..thread_crit_edge:                               ; preds = %46
  %.pre = load ptr, ptr %0, align 8
  br label %.thread

49:                                               ; preds = %46
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %7)
  %50 = tail call fastcc { ptr, i64 } @complain(ptr noundef nonnull readonly %0, i32 noundef 11, i32 noundef -1)
  %51 = extractvalue { ptr, i64 } %50, 0
  store ptr %51, ptr %7, align 8
  %52 = getelementptr inbounds i8, ptr %7, i64 8
  %53 = extractvalue { ptr, i64 } %50, 1
  store i64 %53, ptr %52, align 8
  call fastcc void @add(ptr noundef nonnull %7, ptr noundef nonnull readonly @.str.39)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %7)
  br label %427

.thread:                                          ; preds = %..thread_crit_edge, %33
  %54 = phi ptr [ %.pre, %..thread_crit_edge ], [ %11, %33 ]
  %55 = phi ptr [ %48, %..thread_crit_edge ], [ %9, %33 ]
  %56 = getelementptr inbounds i8, ptr %0, i64 24
  store ptr %55, ptr %56, align 8
  %57 = load i32, ptr %41, align 8
  %58 = sext i32 %57 to i64
  %59 = getelementptr inbounds i64, ptr %55, i64 %58
  store ptr %59, ptr %10, align 8
  %60 = getelementptr inbounds i8, ptr %10, i64 8
  store ptr %55, ptr %60, align 8
  %61 = getelementptr inbounds i8, ptr %10, i64 16
  %62 = getelementptr inbounds i8, ptr %10, i64 24
  %63 = getelementptr inbounds i8, ptr %10, i64 32
  %64 = getelementptr inbounds i8, ptr %10, i64 40
  %65 = getelementptr inbounds i8, ptr %10, i64 48
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %61, i8 0, i64 32, i1 false)
  store ptr %11, ptr %65, align 8
  %66 = getelementptr inbounds i8, ptr %10, i64 56
  store ptr %spec.store.select, ptr %66, align 8
  %67 = getelementptr inbounds i8, ptr %10, i64 64
  %68 = getelementptr inbounds i8, ptr %0, i64 32
  %69 = load ptr, ptr %68, align 8
  store ptr %69, ptr %67, align 8
  %70 = getelementptr inbounds i8, ptr %10, i64 72
  %71 = getelementptr inbounds i8, ptr %0, i64 16
  %72 = load ptr, ptr %71, align 8
  store ptr %72, ptr %70, align 8
  %73 = getelementptr inbounds i8, ptr %10, i64 80
  store ptr %2, ptr %73, align 8
  %74 = getelementptr inbounds i8, ptr %10, i64 88
  store i32 0, ptr %74, align 8
  %75 = getelementptr inbounds i8, ptr %10, i64 92
  store i32 0, ptr %75, align 4
  %76 = getelementptr inbounds i8, ptr %54, i64 64
  %77 = load i32, ptr %76, align 8
  %78 = icmp sgt i32 %77, 0
  br i1 %78, label %.lr.ph.i.i, label %95

.lr.ph.i.i:                                       ; preds = %.thread
  %79 = getelementptr inbounds i8, ptr %0, i64 8
  br label %80

80:                                               ; preds = %88, %.lr.ph.i.i
  %81 = phi ptr [ %54, %.lr.ph.i.i ], [ %89, %88 ]
  %indvars.iv.i.i = phi i64 [ 0, %.lr.ph.i.i ], [ %indvars.iv.next.i.i, %88 ]
  %82 = load ptr, ptr %79, align 8
  %83 = getelementptr inbounds ptr, ptr %82, i64 %indvars.iv.i.i
  %84 = load ptr, ptr %83, align 8
  %.not22.i.i = icmp eq ptr %84, null
  br i1 %.not22.i.i, label %88, label %85

85:                                               ; preds = %80
  %86 = trunc nuw nsw i64 %indvars.iv.i.i to i32
  %87 = call fastcc i32 @check_type(ptr noundef nonnull readonly %0, i32 noundef %86)
  %.pre.i.i = load ptr, ptr %0, align 8
  br label %88

88:                                               ; preds = %85, %80
  %89 = phi ptr [ %.pre.i.i, %85 ], [ %81, %80 ]
  %.1.i.i = phi i32 [ %87, %85 ], [ 0, %80 ]
  %indvars.iv.next.i.i = add nuw nsw i64 %indvars.iv.i.i, 1
  %90 = getelementptr inbounds i8, ptr %89, i64 64
  %91 = load i32, ptr %90, align 8
  %92 = sext i32 %91 to i64
  %93 = icmp slt i64 %indvars.iv.next.i.i, %92
  %.not.i.i = icmp eq i32 %.1.i.i, 0
  %94 = select i1 %93, i1 %.not.i.i, i1 false
  br i1 %94, label %80, label %._crit_edge.i.i, !llvm.loop !24

._crit_edge.i.i:                                  ; preds = %88
  br i1 %.not.i.i, label %95, label %checked_run.exit

95:                                               ; preds = %._crit_edge.i.i, %.thread
  %96 = call fastcc i32 @check_input_shapes(ptr noundef nonnull readonly %0)
  %.pre34.i.i = load ptr, ptr %0, align 8
  %97 = getelementptr inbounds i8, ptr %.pre34.i.i, i64 64
  %98 = load i32, ptr %97, align 8
  %99 = icmp sgt i32 %98, 0
  %.not2025.i.i = icmp eq i32 %96, 0
  %100 = select i1 %99, i1 %.not2025.i.i, i1 false
  br i1 %100, label %.lr.ph28.i.i, label %check_inputs.exit.i

.lr.ph28.i.i:                                     ; preds = %95
  %101 = getelementptr inbounds i8, ptr %0, i64 8
  br label %102

102:                                              ; preds = %110, %.lr.ph28.i.i
  %103 = phi ptr [ %.pre34.i.i, %.lr.ph28.i.i ], [ %111, %110 ]
  %indvars.iv32.i.i = phi i64 [ 0, %.lr.ph28.i.i ], [ %indvars.iv.next33.i.i, %110 ]
  %104 = load ptr, ptr %101, align 8
  %105 = getelementptr inbounds ptr, ptr %104, i64 %indvars.iv32.i.i
  %106 = load ptr, ptr %105, align 8
  %.not21.i.i = icmp eq ptr %106, null
  br i1 %.not21.i.i, label %110, label %107

107:                                              ; preds = %102
  %108 = trunc nuw nsw i64 %indvars.iv32.i.i to i32
  %109 = call fastcc i32 @check_layout(ptr noundef nonnull readonly %0, i32 noundef %108)
  %.pre35.i.i = load ptr, ptr %0, align 8
  br label %110

110:                                              ; preds = %107, %102
  %111 = phi ptr [ %.pre35.i.i, %107 ], [ %103, %102 ]
  %.4.i.i = phi i32 [ %109, %107 ], [ 0, %102 ]
  %indvars.iv.next33.i.i = add nuw nsw i64 %indvars.iv32.i.i, 1
  %112 = getelementptr inbounds i8, ptr %111, i64 64
  %113 = load i32, ptr %112, align 8
  %114 = sext i32 %113 to i64
  %115 = icmp slt i64 %indvars.iv.next33.i.i, %114
  %.not20.i.i = icmp eq i32 %.4.i.i, 0
  %116 = select i1 %115, i1 %.not20.i.i, i1 false
  br i1 %116, label %102, label %check_inputs.exit.i, !llvm.loop !25

check_inputs.exit.i:                              ; preds = %110, %95
  %117 = phi ptr [ %.pre34.i.i, %95 ], [ %111, %110 ]
  %.3.lcssa.i.i = phi i32 [ %96, %95 ], [ %.4.i.i, %110 ]
  %.not.i42 = icmp eq i32 %.3.lcssa.i.i, 0
  br i1 %.not.i42, label %118, label %checked_run.exit

118:                                              ; preds = %check_inputs.exit.i
  %119 = load ptr, ptr %71, align 8
  %.not20.i = icmp eq ptr %119, null
  br i1 %.not20.i, label %check_outputs.exit.thread.i, label %120

120:                                              ; preds = %118
  %121 = getelementptr inbounds i8, ptr %117, i64 68
  %122 = load i32, ptr %121, align 4
  %123 = icmp sgt i32 %122, 0
  br i1 %123, label %.lr.ph.i25.i, label %check_outputs.exit.thread.i

.lr.ph.i25.i:                                     ; preds = %120
  %124 = getelementptr inbounds i8, ptr %0, i64 8
  %125 = getelementptr inbounds i8, ptr %5, i64 8
  %126 = getelementptr inbounds i8, ptr %6, i64 8
  br label %127

127:                                              ; preds = %check_output.exit.i.i, %.lr.ph.i25.i
  %indvars.iv.i26.i = phi i64 [ 0, %.lr.ph.i25.i ], [ %indvars.iv.next.i27.i, %check_output.exit.i.i ]
  %128 = phi ptr [ %117, %.lr.ph.i25.i ], [ %208, %check_output.exit.i.i ]
  %129 = getelementptr inbounds i8, ptr %128, i64 64
  %130 = load i32, ptr %129, align 8
  %131 = trunc nuw nsw i64 %indvars.iv.i26.i to i32
  %132 = add nsw i32 %130, %131
  %133 = load ptr, ptr %71, align 8
  %.not.i.i.i.i = icmp eq ptr %133, null
  br i1 %.not.i.i.i.i, label %given_at.exit.thread.i.i.i, label %given_at.exit.i.i.i

given_at.exit.i.i.i:                              ; preds = %127
  %134 = getelementptr inbounds ptr, ptr %133, i64 %indvars.iv.i26.i
  %135 = load ptr, ptr %134, align 8
  %.not.i.i.i = icmp eq ptr %135, null
  br i1 %.not.i.i.i, label %given_at.exit.thread.i.i.i, label %139

given_at.exit.thread.i.i.i:                       ; preds = %given_at.exit.i.i.i, %127
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %6)
  %136 = call fastcc { ptr, i64 } @complain(ptr noundef nonnull readonly %0, i32 noundef 2, i32 noundef %132)
  %137 = extractvalue { ptr, i64 } %136, 0
  store ptr %137, ptr %6, align 8
  %138 = extractvalue { ptr, i64 } %136, 1
  store i64 %138, ptr %126, align 8
  call fastcc void @add(ptr noundef nonnull %6, ptr noundef nonnull readonly @.str.84)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %6)
  br label %check_output.exit.i.i

139:                                              ; preds = %given_at.exit.i.i.i
  %140 = call fastcc i32 @check_type(ptr noundef nonnull readonly %0, i32 noundef %132)
  %.not21.i.i.i = icmp eq i32 %140, 0
  br i1 %.not21.i.i.i, label %141, label %check_output.exit.i.i

141:                                              ; preds = %139
  %142 = call fastcc i32 @check_rank(ptr noundef nonnull readonly %0, i32 noundef %132)
  %.not22.i.i.i = icmp eq i32 %142, 0
  br i1 %.not22.i.i.i, label %143, label %check_output.exit.i.i

143:                                              ; preds = %141
  %144 = call fastcc i32 @check_dims(ptr noundef nonnull readonly %0, i32 noundef %132)
  %.not23.i.i.i = icmp eq i32 %144, 0
  br i1 %.not23.i.i.i, label %145, label %check_output.exit.i.i

145:                                              ; preds = %143
  %146 = call fastcc i32 @check_layout(ptr noundef nonnull readonly %0, i32 noundef %132)
  %.not24.i.i.i = icmp eq i32 %146, 0
  br i1 %.not24.i.i.i, label %147, label %check_output.exit.i.i

147:                                              ; preds = %145
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %5)
  %148 = icmp sgt i32 %132, 0
  br i1 %148, label %.lr.ph.i.i.i.i, label %check_overlap.exit.i.i.i

.lr.ph.i.i.i.i:                                   ; preds = %147
  %149 = load ptr, ptr %0, align 8
  %150 = getelementptr inbounds i8, ptr %149, i64 64
  %151 = load i32, ptr %150, align 8
  %152 = icmp sgt i32 %151, %132
  %153 = sub nsw i32 %132, %151
  %154 = select i1 %152, i32 0, i32 %151
  %.sink8.i.i.i.i.i.i = sub nsw i32 %132, %154
  %.sink.in.i.v.i.i.i.i.i = select i1 %152, i64 8, i64 16
  %.sink.in.i.i.i.i.i.i = getelementptr inbounds i8, ptr %149, i64 %.sink.in.i.v.i.i.i.i.i
  %155 = sext i32 %.sink8.i.i.i.i.i.i to i64
  br label %156

156:                                              ; preds = %overlap.exit.thread.i.i.i.i, %.lr.ph.i.i.i.i
  %.015.i.i.i.i = phi i32 [ 0, %.lr.ph.i.i.i.i ], [ %207, %overlap.exit.thread.i.i.i.i ]
  br i1 %152, label %157, label %159

157:                                              ; preds = %156
  %158 = load ptr, ptr %124, align 8
  br label %.sink.split.i.i.i.i.i.i

159:                                              ; preds = %156
  %160 = load ptr, ptr %71, align 8
  %.not.i.i.i.i.i.i = icmp eq ptr %160, null
  br i1 %.not.i.i.i.i.i.i, label %given_at.exit.i.i.i.i.i, label %.sink.split.i.i.i.i.i.i

.sink.split.i.i.i.i.i.i:                          ; preds = %159, %157
  %.sink.i.i.i.i.i.i = phi i32 [ %132, %157 ], [ %153, %159 ]
  %.sink12.i.i.i.i.i.i = phi ptr [ %158, %157 ], [ %160, %159 ]
  %161 = sext i32 %.sink.i.i.i.i.i.i to i64
  %162 = getelementptr inbounds ptr, ptr %.sink12.i.i.i.i.i.i, i64 %161
  %163 = load ptr, ptr %162, align 8
  br label %given_at.exit.i.i.i.i.i

given_at.exit.i.i.i.i.i:                          ; preds = %.sink.split.i.i.i.i.i.i, %159
  %.0.i.i.i.i.i.i = phi ptr [ null, %159 ], [ %163, %.sink.split.i.i.i.i.i.i ]
  %164 = icmp sgt i32 %151, %.015.i.i.i.i
  br i1 %164, label %165, label %167

165:                                              ; preds = %given_at.exit.i.i.i.i.i
  %166 = load ptr, ptr %124, align 8
  br label %given_at.exit32.i.i.i.i.i

167:                                              ; preds = %given_at.exit.i.i.i.i.i
  %168 = load ptr, ptr %71, align 8
  %.not.i27.i.i.i.i.i = icmp eq ptr %168, null
  br i1 %.not.i27.i.i.i.i.i, label %overlap.exit.thread.i.i.i.i, label %169

169:                                              ; preds = %167
  %170 = sub nsw i32 %.015.i.i.i.i, %151
  br label %given_at.exit32.i.i.i.i.i

given_at.exit32.i.i.i.i.i:                        ; preds = %169, %165
  %.sink.i29.i.i.i.i.i = phi i32 [ %170, %169 ], [ %.015.i.i.i.i, %165 ]
  %.sink12.i30.i.i.i.i.i = phi ptr [ %168, %169 ], [ %166, %165 ]
  %171 = sext i32 %.sink.i29.i.i.i.i.i to i64
  %172 = getelementptr inbounds ptr, ptr %.sink12.i30.i.i.i.i.i, i64 %171
  %173 = load ptr, ptr %172, align 8
  %174 = icmp ne ptr %.0.i.i.i.i.i.i, null
  %175 = icmp ne ptr %173, null
  %or.cond.i.i.i.i.i = select i1 %174, i1 %175, i1 false
  br i1 %or.cond.i.i.i.i.i, label %argument_at.exit.i.i.i.i.i, label %overlap.exit.thread.i.i.i.i

argument_at.exit.i.i.i.i.i:                       ; preds = %given_at.exit32.i.i.i.i.i
  %.sink.i33.i.i.i.i.i = load ptr, ptr %.sink.in.i.i.i.i.i.i, align 8
  %176 = getelementptr inbounds %struct.tenon_argument, ptr %.sink.i33.i.i.i.i.i, i64 %155
  %177 = getelementptr inbounds i8, ptr %.0.i.i.i.i.i.i, i64 24
  %178 = load ptr, ptr %177, align 8
  %179 = call fastcc i64 @byte_count(ptr noundef %176, ptr noundef %178)
  %180 = select i1 %164, i32 0, i32 %151
  %.sink8.i34.i.i.i.i.i = sub nsw i32 %.015.i.i.i.i, %180
  %.sink.in.i35.v.i.i.i.i.i = select i1 %164, i64 8, i64 16
  %.sink.in.i35.i.i.i.i.i = getelementptr inbounds i8, ptr %149, i64 %.sink.in.i35.v.i.i.i.i.i
  %.sink.i36.i.i.i.i.i = load ptr, ptr %.sink.in.i35.i.i.i.i.i, align 8
  %181 = sext i32 %.sink8.i34.i.i.i.i.i to i64
  %182 = getelementptr inbounds %struct.tenon_argument, ptr %.sink.i36.i.i.i.i.i, i64 %181
  %183 = getelementptr inbounds i8, ptr %173, i64 24
  %184 = load ptr, ptr %183, align 8
  %185 = call fastcc i64 @byte_count(ptr noundef %182, ptr noundef %184)
  %186 = icmp ne i64 %179, 0
  %187 = icmp ne i64 %185, 0
  %or.cond3.i.i.i.i.i = select i1 %186, i1 %187, i1 false
  br i1 %or.cond3.i.i.i.i.i, label %188, label %overlap.exit.thread.i.i.i.i

188:                                              ; preds = %argument_at.exit.i.i.i.i.i
  %189 = load ptr, ptr %.0.i.i.i.i.i.i, align 8
  %190 = ptrtoint ptr %189 to i64
  %191 = getelementptr inbounds i8, ptr %.0.i.i.i.i.i.i, i64 40
  %192 = load i64, ptr %191, align 8
  %193 = add i64 %192, %190
  %194 = load ptr, ptr %173, align 8
  %195 = ptrtoint ptr %194 to i64
  %196 = getelementptr inbounds i8, ptr %173, i64 40
  %197 = load i64, ptr %196, align 8
  %198 = add i64 %197, %195
  %199 = add i64 %198, %185
  %200 = icmp ult i64 %193, %199
  %201 = add i64 %193, %179
  %.not.i25.i.i.i = icmp ult i64 %198, %201
  %or.cond.i.i.i.i = select i1 %200, i1 %.not.i25.i.i.i, i1 false
  br i1 %or.cond.i.i.i.i, label %202, label %overlap.exit.thread.i.i.i.i

202:                                              ; preds = %188
  %203 = call fastcc { ptr, i64 } @complain(ptr noundef nonnull readonly %0, i32 noundef 9, i32 noundef %132)
  %204 = extractvalue { ptr, i64 } %203, 0
  store ptr %204, ptr %5, align 8
  %205 = extractvalue { ptr, i64 } %203, 1
  store i64 %205, ptr %125, align 8
  call fastcc void @add(ptr noundef nonnull %5, ptr noundef nonnull @.str.101)
  %206 = load ptr, ptr %0, align 8
  call fastcc void @add_argument(ptr noundef nonnull %5, ptr noundef %206, i32 noundef %.015.i.i.i.i)
  call fastcc void @add(ptr noundef nonnull %5, ptr noundef nonnull @.str.102)
  br label %check_overlap.exit.i.i.i

overlap.exit.thread.i.i.i.i:                      ; preds = %188, %argument_at.exit.i.i.i.i.i, %given_at.exit32.i.i.i.i.i, %167
  %207 = add nuw nsw i32 %.015.i.i.i.i, 1
  %exitcond.not.i.i.i.i = icmp eq i32 %207, %132
  br i1 %exitcond.not.i.i.i.i, label %check_overlap.exit.i.i.i, label %156, !llvm.loop !26

check_overlap.exit.i.i.i:                         ; preds = %overlap.exit.thread.i.i.i.i, %202, %147
  %.010.i.i.i.i = phi i32 [ 9, %202 ], [ 0, %147 ], [ 0, %overlap.exit.thread.i.i.i.i ]
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %5)
  br label %check_output.exit.i.i

check_output.exit.i.i:                            ; preds = %check_overlap.exit.i.i.i, %145, %143, %141, %139, %given_at.exit.thread.i.i.i
  %.019.i.i.i = phi i32 [ 2, %given_at.exit.thread.i.i.i ], [ %.010.i.i.i.i, %check_overlap.exit.i.i.i ], [ %146, %145 ], [ %144, %143 ], [ %142, %141 ], [ %140, %139 ]
  %indvars.iv.next.i27.i = add nuw nsw i64 %indvars.iv.i26.i, 1
  %208 = load ptr, ptr %0, align 8
  %209 = getelementptr inbounds i8, ptr %208, i64 68
  %210 = load i32, ptr %209, align 4
  %211 = sext i32 %210 to i64
  %212 = icmp slt i64 %indvars.iv.next.i27.i, %211
  %.not.i28.i = icmp eq i32 %.019.i.i.i, 0
  %213 = and i1 %.not.i28.i, %212
  br i1 %213, label %127, label %check_outputs.exit.i, !llvm.loop !27

check_outputs.exit.i:                             ; preds = %check_output.exit.i.i
  br i1 %.not.i28.i, label %check_outputs.exit.thread.i, label %checked_run.exit

check_outputs.exit.thread.i:                      ; preds = %check_outputs.exit.i, %120, %118
  %214 = phi ptr [ %208, %check_outputs.exit.i ], [ %117, %120 ], [ %117, %118 ]
  %215 = load i32, ptr %15, align 8
  %.not.i29.i = icmp eq i32 %215, 0
  br i1 %.not.i29.i, label %216, label %219

216:                                              ; preds = %check_outputs.exit.thread.i
  %217 = getelementptr inbounds i8, ptr %11, i64 80
  %218 = load i32, ptr %217, align 8
  br label %219

219:                                              ; preds = %216, %check_outputs.exit.thread.i
  %220 = phi i32 [ %218, %216 ], [ %215, %check_outputs.exit.thread.i ]
  %221 = zext nneg i32 %220 to i64
  %222 = icmp slt i32 %220, 1
  br i1 %222, label %223, label %call_threads.exit.i

223:                                              ; preds = %219
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %4)
  %224 = load atomic i32, ptr @available_threads.known monotonic, align 4
  %.not.i.i30.i = icmp eq i32 %224, 0
  br i1 %.not.i.i30.i, label %227, label %225

225:                                              ; preds = %223
  %226 = sext i32 %224 to i64
  br label %available_threads.exit.i.i

227:                                              ; preds = %223
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(128) %4, i8 0, i64 128, i1 false)
  %228 = call i32 @sched_getaffinity(i32 noundef 0, i64 noundef 128, ptr noundef nonnull %4) #19
  %229 = icmp eq i32 %228, 0
  br i1 %229, label %.preheader.preheader.i.i.i, label %.loopexit.i.i.i

.preheader.preheader.i.i.i:                       ; preds = %227
  %230 = load i64, ptr %4, align 16
  %231 = call range(i64 0, 65) i64 @llvm.ctpop.i64(i64 %230)
  %232 = trunc nuw nsw i64 %231 to i32
  %233 = getelementptr inbounds i8, ptr %4, i64 8
  %234 = load i64, ptr %233, align 8
  %235 = call range(i64 0, 65) i64 @llvm.ctpop.i64(i64 %234)
  %236 = trunc nuw nsw i64 %235 to i32
  %237 = add nuw nsw i32 %236, %232
  %238 = getelementptr inbounds i8, ptr %4, i64 16
  %239 = load i64, ptr %238, align 16
  %240 = call range(i64 0, 65) i64 @llvm.ctpop.i64(i64 %239)
  %241 = trunc nuw nsw i64 %240 to i32
  %242 = add nuw nsw i32 %237, %241
  %243 = getelementptr inbounds i8, ptr %4, i64 24
  %244 = load i64, ptr %243, align 8
  %245 = call range(i64 0, 65) i64 @llvm.ctpop.i64(i64 %244)
  %246 = trunc nuw nsw i64 %245 to i32
  %247 = add nuw nsw i32 %242, %246
  %248 = getelementptr inbounds i8, ptr %4, i64 32
  %249 = load i64, ptr %248, align 16
  %250 = call range(i64 0, 65) i64 @llvm.ctpop.i64(i64 %249)
  %251 = trunc nuw nsw i64 %250 to i32
  %252 = add nuw nsw i32 %247, %251
  %253 = getelementptr inbounds i8, ptr %4, i64 40
  %254 = load i64, ptr %253, align 8
  %255 = call range(i64 0, 65) i64 @llvm.ctpop.i64(i64 %254)
  %256 = trunc nuw nsw i64 %255 to i32
  %257 = add nuw nsw i32 %252, %256
  %258 = getelementptr inbounds i8, ptr %4, i64 48
  %259 = load i64, ptr %258, align 16
  %260 = call range(i64 0, 65) i64 @llvm.ctpop.i64(i64 %259)
  %261 = trunc nuw nsw i64 %260 to i32
  %262 = add nuw nsw i32 %257, %261
  %263 = getelementptr inbounds i8, ptr %4, i64 56
  %264 = load i64, ptr %263, align 8
  %265 = call range(i64 0, 65) i64 @llvm.ctpop.i64(i64 %264)
  %266 = trunc nuw nsw i64 %265 to i32
  %267 = add nuw nsw i32 %262, %266
  %268 = getelementptr inbounds i8, ptr %4, i64 64
  %269 = load i64, ptr %268, align 16
  %270 = call range(i64 0, 65) i64 @llvm.ctpop.i64(i64 %269)
  %271 = trunc nuw nsw i64 %270 to i32
  %272 = add nuw nsw i32 %267, %271
  %273 = getelementptr inbounds i8, ptr %4, i64 72
  %274 = load i64, ptr %273, align 8
  %275 = call range(i64 0, 65) i64 @llvm.ctpop.i64(i64 %274)
  %276 = trunc nuw nsw i64 %275 to i32
  %277 = add nuw nsw i32 %272, %276
  %278 = getelementptr inbounds i8, ptr %4, i64 80
  %279 = load i64, ptr %278, align 16
  %280 = call range(i64 0, 65) i64 @llvm.ctpop.i64(i64 %279)
  %281 = trunc nuw nsw i64 %280 to i32
  %282 = add nuw nsw i32 %277, %281
  %283 = getelementptr inbounds i8, ptr %4, i64 88
  %284 = load i64, ptr %283, align 8
  %285 = call range(i64 0, 65) i64 @llvm.ctpop.i64(i64 %284)
  %286 = trunc nuw nsw i64 %285 to i32
  %287 = add nuw nsw i32 %282, %286
  %288 = getelementptr inbounds i8, ptr %4, i64 96
  %289 = load i64, ptr %288, align 16
  %290 = call range(i64 0, 65) i64 @llvm.ctpop.i64(i64 %289)
  %291 = trunc nuw nsw i64 %290 to i32
  %292 = add nuw nsw i32 %287, %291
  %293 = getelementptr inbounds i8, ptr %4, i64 104
  %294 = load i64, ptr %293, align 8
  %295 = call range(i64 0, 65) i64 @llvm.ctpop.i64(i64 %294)
  %296 = trunc nuw nsw i64 %295 to i32
  %297 = add nuw nsw i32 %292, %296
  %298 = getelementptr inbounds i8, ptr %4, i64 112
  %299 = load i64, ptr %298, align 16
  %300 = call range(i64 0, 65) i64 @llvm.ctpop.i64(i64 %299)
  %301 = trunc nuw nsw i64 %300 to i32
  %302 = add nuw nsw i32 %297, %301
  %303 = getelementptr inbounds i8, ptr %4, i64 120
  %304 = load i64, ptr %303, align 8
  %305 = call range(i64 0, 65) i64 @llvm.ctpop.i64(i64 %304)
  %306 = trunc nuw nsw i64 %305 to i32
  %307 = add nuw nsw i32 %302, %306
  br label %.loopexit.i.i.i

.loopexit.i.i.i:                                  ; preds = %.preheader.preheader.i.i.i, %227
  %.1.i.i.i = phi i32 [ 0, %227 ], [ %307, %.preheader.preheader.i.i.i ]
  %308 = call i32 @llvm.umax.i32(i32 %.1.i.i.i, i32 1)
  store atomic i32 %308, ptr @available_threads.known monotonic, align 4
  %309 = zext nneg i32 %308 to i64
  %.pre48.pre = load ptr, ptr %0, align 8
  br label %available_threads.exit.i.i

available_threads.exit.i.i:                       ; preds = %.loopexit.i.i.i, %225
  %.pre48 = phi ptr [ %214, %225 ], [ %.pre48.pre, %.loopexit.i.i.i ]
  %.0.i.i.i = phi i64 [ %226, %225 ], [ %309, %.loopexit.i.i.i ]
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %4)
  br label %call_threads.exit.i

call_threads.exit.i:                              ; preds = %available_threads.exit.i.i, %219
  %310 = phi ptr [ %.pre48, %available_threads.exit.i.i ], [ %214, %219 ]
  %.0.i.i = phi i64 [ %.0.i.i.i, %available_threads.exit.i.i ], [ %221, %219 ]
  %311 = load ptr, ptr %27, align 8
  %.not8.i.i = icmp eq ptr %311, null
  %312 = call i64 @llvm.smin.i64(i64 %.0.i.i, i64 64)
  %spec.select.i.i = select i1 %.not8.i.i, i64 %312, i64 %.0.i.i
  store i64 %spec.select.i.i, ptr %64, align 8
  %313 = getelementptr inbounds i8, ptr %310, i64 64
  %314 = load i32, ptr %313, align 8
  %315 = getelementptr inbounds i8, ptr %310, i64 68
  %316 = load i32, ptr %315, align 4
  %317 = add nsw i32 %316, %314
  %318 = icmp sgt i32 %317, 0
  br i1 %318, label %.lr.ph.i32.i, label %set_buffers.exit.i

.lr.ph.i32.i:                                     ; preds = %call_threads.exit.i
  %319 = getelementptr inbounds i8, ptr %0, i64 8
  br label %320

320:                                              ; preds = %350, %.lr.ph.i32.i
  %indvars.iv.i33.i = phi i64 [ 0, %.lr.ph.i32.i ], [ %indvars.iv.next.i36.i, %350 ]
  %321 = phi i32 [ %314, %.lr.ph.i32.i ], [ %355, %350 ]
  %322 = phi ptr [ %310, %.lr.ph.i32.i ], [ %353, %350 ]
  %323 = sext i32 %321 to i64
  %324 = icmp slt i64 %indvars.iv.i33.i, %323
  br i1 %324, label %330, label %325

325:                                              ; preds = %320
  %326 = load ptr, ptr %71, align 8
  %.not.i.i34.i = icmp eq ptr %326, null
  %.pre.i35.i = trunc nuw nsw i64 %indvars.iv.i33.i to i32
  %.pre22.i.i = sub nsw i32 %.pre.i35.i, %321
  br i1 %.not.i.i34.i, label %given_at.exit.thread.i.i, label %given_at.exit.i.i

given_at.exit.i.i:                                ; preds = %325
  %327 = sext i32 %.pre22.i.i to i64
  %328 = getelementptr inbounds ptr, ptr %326, i64 %327
  %329 = load ptr, ptr %328, align 8
  br label %given_at.exit.thread.i.i

330:                                              ; preds = %320
  %331 = load ptr, ptr %319, align 8
  %332 = getelementptr inbounds ptr, ptr %331, i64 %indvars.iv.i33.i
  %333 = load ptr, ptr %332, align 8
  %334 = getelementptr inbounds i8, ptr %322, i64 8
  %335 = trunc nuw nsw i64 %indvars.iv.i33.i to i32
  br label %argument_at.exit.i.i

given_at.exit.thread.i.i:                         ; preds = %given_at.exit.i.i, %325
  %.0.i17.i.i = phi ptr [ %329, %given_at.exit.i.i ], [ null, %325 ]
  %336 = getelementptr inbounds i8, ptr %322, i64 16
  br label %argument_at.exit.i.i

argument_at.exit.i.i:                             ; preds = %given_at.exit.thread.i.i, %330
  %.0.i16.i.i = phi ptr [ %.0.i17.i.i, %given_at.exit.thread.i.i ], [ %333, %330 ]
  %.sink8.i.i.i = phi i32 [ %.pre22.i.i, %given_at.exit.thread.i.i ], [ %335, %330 ]
  %.sink.in.i.i.i = phi ptr [ %336, %given_at.exit.thread.i.i ], [ %334, %330 ]
  %.sink.i14.i.i = load ptr, ptr %.sink.in.i.i.i, align 8
  %337 = sext i32 %.sink8.i.i.i to i64
  %338 = getelementptr inbounds %struct.tenon_argument, ptr %.sink.i14.i.i, i64 %337, i32 6
  %339 = load i32, ptr %338, align 8
  %340 = and i32 %339, 2
  %341 = icmp eq ptr %.0.i16.i.i, null
  %342 = icmp ne i32 %340, 0
  %or.cond.i.i = select i1 %341, i1 true, i1 %342
  br i1 %or.cond.i.i, label %350, label %343

343:                                              ; preds = %argument_at.exit.i.i
  %344 = load ptr, ptr %.0.i16.i.i, align 8
  %345 = ptrtoint ptr %344 to i64
  %346 = getelementptr inbounds i8, ptr %.0.i16.i.i, i64 40
  %347 = load i64, ptr %346, align 8
  %348 = add i64 %347, %345
  %349 = inttoptr i64 %348 to ptr
  br label %350

350:                                              ; preds = %343, %argument_at.exit.i.i
  %351 = phi ptr [ %349, %343 ], [ null, %argument_at.exit.i.i ]
  %352 = getelementptr inbounds ptr, ptr %59, i64 %indvars.iv.i33.i
  store ptr %351, ptr %352, align 8
  %indvars.iv.next.i36.i = add nuw nsw i64 %indvars.iv.i33.i, 1
  %353 = load ptr, ptr %0, align 8
  %354 = getelementptr inbounds i8, ptr %353, i64 64
  %355 = load i32, ptr %354, align 8
  %356 = getelementptr inbounds i8, ptr %353, i64 68
  %357 = load i32, ptr %356, align 4
  %358 = add nsw i32 %357, %355
  %359 = sext i32 %358 to i64
  %360 = icmp slt i64 %indvars.iv.next.i36.i, %359
  br i1 %360, label %320, label %set_buffers.exit.i, !llvm.loop !28

set_buffers.exit.i:                               ; preds = %350, %call_threads.exit.i
  %.not22.i = icmp eq ptr %2, null
  br i1 %.not22.i, label %.thread49.i, label %361

361:                                              ; preds = %set_buffers.exit.i
  %362 = call fastcc i32 @hand_out_static(ptr noundef nonnull %10, ptr noundef nonnull readonly %0)
  %.not23.i = icmp eq i32 %362, 0
  br i1 %.not23.i, label %..thread49.i_crit_edge, label %checked_run.exit

..thread49.i_crit_edge:                           ; preds = %361
  %.pre49 = load ptr, ptr %65, align 8
  br label %.thread49.i

.thread49.i:                                      ; preds = %..thread49.i_crit_edge, %set_buffers.exit.i
  %363 = phi ptr [ %.pre49, %..thread49.i_crit_edge ], [ %11, %set_buffers.exit.i ]
  %364 = getelementptr inbounds i8, ptr %363, i64 48
  %365 = load ptr, ptr %364, align 8
  %.not.i37.i = icmp eq ptr %365, null
  br i1 %.not.i37.i, label %369, label %366

366:                                              ; preds = %.thread49.i
  %367 = load ptr, ptr %60, align 8
  %368 = call i64 %365(ptr noundef %367) #19
  br label %369

369:                                              ; preds = %366, %.thread49.i
  %370 = phi i64 [ %368, %366 ], [ 0, %.thread49.i ]
  %371 = getelementptr inbounds i8, ptr %363, i64 56
  %372 = load ptr, ptr %371, align 8
  %.not69.i.i = icmp eq ptr %372, null
  br i1 %.not69.i.i, label %376, label %373

373:                                              ; preds = %369
  %374 = load ptr, ptr %60, align 8
  %375 = call i64 %372(ptr noundef %374) #19
  br label %376

376:                                              ; preds = %373, %369
  %377 = phi i64 [ %375, %373 ], [ 0, %369 ]
  %378 = icmp ugt i64 %370, 2305843009213693951
  %379 = icmp ugt i64 %377, 562949953421311
  %or.cond5.i.i = select i1 %378, i1 true, i1 %379
  br i1 %or.cond5.i.i, label %380, label %381

380:                                              ; preds = %376
  call void @tenon_fail(ptr noundef nonnull %10, i32 noundef 11, ptr noundef nonnull @.str.103)
  br label %run_in_arena.exit.i

381:                                              ; preds = %376
  %382 = add nuw nsw i64 %370, 63
  %383 = and i64 %382, 4611686018427387840
  %384 = add nuw nsw i64 %377, 63
  %385 = and i64 %384, 1125899906842560
  store i64 %385, ptr %63, align 8
  %386 = load i64, ptr %64, align 8
  %387 = mul nsw i64 %386, %385
  %388 = add nsw i64 %387, %383
  %389 = load ptr, ptr %66, align 8
  %390 = getelementptr inbounds i8, ptr %389, i64 32
  %391 = load ptr, ptr %390, align 8
  %392 = icmp ne ptr %391, null
  %393 = icmp eq i64 %388, 0
  %or.cond7.i.i = select i1 %393, i1 true, i1 %392
  br i1 %or.cond7.i.i, label %398, label %394

394:                                              ; preds = %381
  %395 = call fastcc ptr @take_arena(i64 noundef %388)
  %.not70.i.i = icmp eq ptr %395, null
  br i1 %.not70.i.i, label %.thread84.thread.i.i, label %396

.thread84.thread.i.i:                             ; preds = %394
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %61, i8 0, i64 16, i1 false)
  br label %404

396:                                              ; preds = %394
  %397 = load ptr, ptr %395, align 8
  br label %.thread84.i.i

398:                                              ; preds = %381
  %399 = icmp ne i64 %388, 0
  %or.cond9.i.i = select i1 %399, i1 %392, i1 false
  br i1 %or.cond9.i.i, label %400, label %403

400:                                              ; preds = %398
  %401 = call fastcc ptr @allocate(ptr noundef nonnull %389, i64 noundef %388)
  br label %.thread84.i.i

.thread84.i.i:                                    ; preds = %400, %396
  %.ph.i.i = phi ptr [ null, %400 ], [ %395, %396 ]
  %.ph83.i.i = phi ptr [ %401, %400 ], [ %397, %396 ]
  store ptr %.ph83.i.i, ptr %61, align 8
  %.not7186.i.i = icmp eq ptr %.ph83.i.i, null
  %402 = getelementptr inbounds i8, ptr %.ph83.i.i, i64 %383
  %spec.select87.i.i = select i1 %.not7186.i.i, ptr null, ptr %402
  store ptr %spec.select87.i.i, ptr %62, align 8
  br i1 %.not7186.i.i, label %404, label %405

403:                                              ; preds = %398
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %61, i8 0, i64 16, i1 false)
  br i1 %393, label %405, label %404

404:                                              ; preds = %403, %.thread84.i.i, %.thread84.thread.i.i
  call void @tenon_fail(ptr noundef nonnull %10, i32 noundef 11, ptr noundef nonnull @.str.104)
  br label %run_in_arena.exit.i

405:                                              ; preds = %403, %.thread84.i.i
  %406 = phi ptr [ null, %403 ], [ %.ph.i.i, %.thread84.i.i ]
  %407 = getelementptr inbounds i8, ptr %363, i64 40
  %408 = load ptr, ptr %407, align 8
  %409 = call i32 %408(ptr noundef nonnull %10) #19
  %410 = load i32, ptr %75, align 4
  %.not74.i.i = icmp eq i32 %410, 0
  br i1 %.not74.i.i, label %412, label %411

411:                                              ; preds = %405
  store atomic i32 0, ptr getelementptr inbounds (i8, ptr @pool, i64 72) release, align 8
  br label %412

412:                                              ; preds = %411, %405
  br i1 %or.cond7.i.i, label %414, label %413

413:                                              ; preds = %412
  call fastcc void @keep_arena(ptr noundef nonnull %406)
  br label %417

414:                                              ; preds = %412
  %415 = load ptr, ptr %66, align 8
  %416 = load ptr, ptr %61, align 8
  call fastcc void @release(ptr noundef %415, ptr noundef %416, i64 noundef %388)
  br label %417

417:                                              ; preds = %414, %413
  %.not75.i.i = icmp ne i32 %409, 0
  %418 = load i32, ptr %74, align 8
  %.not76.i.i = icmp eq i32 %418, 0
  %or.cond45 = select i1 %.not75.i.i, i1 %.not76.i.i, i1 false
  br i1 %or.cond45, label %419, label %run_in_arena.exit.i

419:                                              ; preds = %417
  call void @tenon_fail(ptr noundef nonnull %10, i32 noundef %409, ptr noundef nonnull @.str.105)
  br label %run_in_arena.exit.i

run_in_arena.exit.i:                              ; preds = %419, %417, %404, %380
  %.0.i38.i = load i32, ptr %74, align 8
  br label %checked_run.exit

checked_run.exit:                                 ; preds = %._crit_edge.i.i, %check_inputs.exit.i, %check_outputs.exit.i, %361, %run_in_arena.exit.i
  %.017.i = phi i32 [ %.019.i.i.i, %check_outputs.exit.i ], [ %.0.i38.i, %run_in_arena.exit.i ], [ %362, %361 ], [ %.3.lcssa.i.i, %check_inputs.exit.i ], [ %.1.i.i, %._crit_edge.i.i ]
  %.not41 = icmp eq ptr %55, %9
  br i1 %.not41, label %422, label %420

420:                                              ; preds = %checked_run.exit
  %421 = shl nsw i64 %44, 3
  call fastcc void @release(ptr noundef nonnull %spec.store.select, ptr noundef nonnull %55, i64 noundef %421)
  br label %422

422:                                              ; preds = %420, %checked_run.exit
  %423 = icmp ne ptr %2, null
  %424 = icmp ne i32 %.017.i, 0
  %or.cond = select i1 %423, i1 %424, i1 false
  br i1 %or.cond, label %425, label %427

425:                                              ; preds = %422
  %426 = load i32, ptr %37, align 4
  call fastcc void @take_all_back(ptr noundef nonnull %2, i32 noundef %426)
  br label %427

427:                                              ; preds = %check_options.exit, %422, %425, %49
  %.0 = phi i32 [ 11, %49 ], [ 10, %check_options.exit ], [ %.017.i, %425 ], [ %.017.i, %422 ]
  ret i32 %.0
}

; Function Attrs: nounwind
define internal void @hold_library(ptr nocapture noundef writeonly %0) #3 {
  %2 = alloca %struct.Dl_info, align 8
  %3 = call i32 @dladdr(ptr noundef nonnull @hold_library, ptr noundef nonnull %2) #19
  %4 = icmp ne i32 %3, 0
  %5 = load ptr, ptr %2, align 8
  %6 = icmp ne ptr %5, null
  %or.cond = select i1 %4, i1 %6, i1 false
  br i1 %or.cond, label %7, label %12

7:                                                ; preds = %1
  %8 = load i8, ptr %5, align 1
  %.not = icmp eq i8 %8, 0
  br i1 %.not, label %12, label %9

9:                                                ; preds = %7
  %10 = call ptr @dlopen(ptr noundef nonnull %5, i32 noundef 6) #19
  %11 = getelementptr inbounds i8, ptr %0, i64 128
  store ptr %10, ptr %11, align 8
  br label %12

12:                                               ; preds = %9, %7, %1
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define internal fastcc i32 @check_input_shapes(ptr nocapture noundef readonly %0) unnamed_addr #2 {
  %2 = alloca i64, align 8
  %3 = alloca i64, align 8
  %4 = alloca %struct.tenon_text, align 8
  %5 = alloca %struct.tenon_text, align 8
  %6 = alloca %struct.tenon_text, align 8
  %7 = load ptr, ptr %0, align 8
  %8 = getelementptr inbounds i8, ptr %7, i64 64
  %9 = load i32, ptr %8, align 8
  %10 = icmp sgt i32 %9, 0
  br i1 %10, label %.lr.ph, label %._crit_edge.thread

.lr.ph:                                           ; preds = %1
  %11 = getelementptr inbounds i8, ptr %0, i64 8
  %12 = getelementptr inbounds i8, ptr %7, i64 8
  %13 = getelementptr inbounds i8, ptr %6, i64 8
  br label %14

14:                                               ; preds = %.lr.ph, %30
  %indvars.iv = phi i64 [ 0, %.lr.ph ], [ %indvars.iv.next, %30 ]
  %15 = load ptr, ptr %11, align 8
  %16 = getelementptr inbounds ptr, ptr %15, i64 %indvars.iv
  %17 = load ptr, ptr %16, align 8
  %.not29 = icmp eq ptr %17, null
  br i1 %.not29, label %21, label %18

18:                                               ; preds = %14
  %19 = trunc nuw nsw i64 %indvars.iv to i32
  %20 = tail call fastcc i32 @check_rank(ptr noundef nonnull %0, i32 noundef %19)
  br label %30

21:                                               ; preds = %14
  %22 = load ptr, ptr %12, align 8
  %23 = getelementptr inbounds %struct.tenon_argument, ptr %22, i64 %indvars.iv, i32 6
  %24 = load i32, ptr %23, align 8
  %25 = and i32 %24, 1
  %.not30 = icmp eq i32 %25, 0
  br i1 %.not30, label %._crit_edge.thread63, label %30

._crit_edge.thread63:                             ; preds = %21
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %6)
  %26 = trunc nuw nsw i64 %indvars.iv to i32
  %27 = tail call fastcc { ptr, i64 } @complain(ptr noundef nonnull readonly %0, i32 noundef 2, i32 noundef %26)
  %28 = extractvalue { ptr, i64 } %27, 0
  store ptr %28, ptr %6, align 8
  %29 = extractvalue { ptr, i64 } %27, 1
  store i64 %29, ptr %13, align 8
  call fastcc void @add(ptr noundef nonnull %6, ptr noundef nonnull readonly @.str.84)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %6)
  br label %._crit_edge46.thread

30:                                               ; preds = %18, %21
  %.1 = phi i32 [ %20, %18 ], [ 0, %21 ]
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %31 = load i32, ptr %8, align 8
  %32 = sext i32 %31 to i64
  %33 = icmp slt i64 %indvars.iv.next, %32
  %.not = icmp eq i32 %.1, 0
  %34 = select i1 %33, i1 %.not, i1 false
  br i1 %34, label %14, label %._crit_edge, !llvm.loop !29

._crit_edge:                                      ; preds = %30
  br i1 %.not, label %._crit_edge.thread, label %bind_symbols.exit

._crit_edge.thread:                               ; preds = %1, %._crit_edge
  %35 = load ptr, ptr %0, align 8
  %36 = getelementptr inbounds i8, ptr %35, i64 72
  %37 = load i32, ptr %36, align 8
  %38 = icmp sgt i32 %37, 0
  br i1 %38, label %.lr.ph.i, label %bind_symbols.exit

.lr.ph.i:                                         ; preds = %._crit_edge.thread
  %39 = getelementptr inbounds i8, ptr %35, i64 24
  %40 = getelementptr inbounds i8, ptr %0, i64 24
  %41 = getelementptr inbounds i8, ptr %0, i64 8
  br label %42

42:                                               ; preds = %70, %.lr.ph.i
  %indvars.iv.i = phi i64 [ 0, %.lr.ph.i ], [ %indvars.iv.next.i, %70 ]
  %43 = load ptr, ptr %39, align 8
  %44 = getelementptr inbounds %struct.tenon_symbol, ptr %43, i64 %indvars.iv.i
  %45 = load ptr, ptr %40, align 8
  %46 = getelementptr inbounds i64, ptr %45, i64 %indvars.iv.i
  store i64 -1, ptr %46, align 8
  %47 = getelementptr inbounds i8, ptr %44, i64 8
  %48 = load i32, ptr %47, align 8
  %49 = icmp slt i32 %48, 0
  br i1 %49, label %70, label %50

50:                                               ; preds = %42
  %51 = load ptr, ptr %41, align 8
  %52 = zext nneg i32 %48 to i64
  %53 = getelementptr inbounds ptr, ptr %51, i64 %52
  %54 = load ptr, ptr %53, align 8
  %.not.i = icmp eq ptr %54, null
  br i1 %.not.i, label %55, label %60

55:                                               ; preds = %50
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %5)
  %56 = tail call fastcc { ptr, i64 } @complain(ptr noundef nonnull readonly %0, i32 noundef 2, i32 noundef %48)
  %57 = extractvalue { ptr, i64 } %56, 0
  store ptr %57, ptr %5, align 8
  %58 = getelementptr inbounds i8, ptr %5, i64 8
  %59 = extractvalue { ptr, i64 } %56, 1
  store i64 %59, ptr %58, align 8
  call fastcc void @add(ptr noundef nonnull %5, ptr noundef nonnull readonly @.str.84)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %5)
  br label %._crit_edge46.thread

60:                                               ; preds = %50
  %61 = getelementptr inbounds i8, ptr %54, i64 24
  %62 = load ptr, ptr %61, align 8
  %63 = getelementptr inbounds i8, ptr %44, i64 12
  %64 = load i32, ptr %63, align 4
  %65 = sext i32 %64 to i64
  %66 = getelementptr inbounds i64, ptr %62, i64 %65
  %67 = load i64, ptr %66, align 8
  %68 = load ptr, ptr %40, align 8
  %69 = getelementptr inbounds i64, ptr %68, i64 %indvars.iv.i
  store i64 %67, ptr %69, align 8
  br label %70

70:                                               ; preds = %60, %42
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %71 = load i32, ptr %36, align 8
  %72 = sext i32 %71 to i64
  %73 = icmp slt i64 %indvars.iv.next.i, %72
  br i1 %73, label %42, label %bind_symbols.exit, !llvm.loop !30

bind_symbols.exit:                                ; preds = %70, %._crit_edge.thread, %._crit_edge
  %.2 = phi i32 [ %.1, %._crit_edge ], [ 0, %._crit_edge.thread ], [ 0, %70 ]
  %74 = load i32, ptr %8, align 8
  %75 = icmp sgt i32 %74, 0
  %.not2743 = icmp eq i32 %.2, 0
  %76 = select i1 %75, i1 %.not2743, i1 false
  br i1 %76, label %.lr.ph45, label %._crit_edge46

.lr.ph45:                                         ; preds = %bind_symbols.exit
  %77 = getelementptr inbounds i8, ptr %0, i64 8
  br label %78

78:                                               ; preds = %.lr.ph45, %86
  %79 = phi i32 [ %74, %.lr.ph45 ], [ %87, %86 ]
  %indvars.iv54 = phi i64 [ 0, %.lr.ph45 ], [ %indvars.iv.next55, %86 ]
  %80 = load ptr, ptr %77, align 8
  %81 = getelementptr inbounds ptr, ptr %80, i64 %indvars.iv54
  %82 = load ptr, ptr %81, align 8
  %.not28 = icmp eq ptr %82, null
  br i1 %.not28, label %86, label %83

83:                                               ; preds = %78
  %84 = trunc nuw nsw i64 %indvars.iv54 to i32
  %85 = tail call fastcc i32 @check_dims(ptr noundef nonnull %0, i32 noundef %84)
  %.pre = load i32, ptr %8, align 8
  br label %86

86:                                               ; preds = %78, %83
  %87 = phi i32 [ %.pre, %83 ], [ %79, %78 ]
  %.4 = phi i32 [ %85, %83 ], [ 0, %78 ]
  %indvars.iv.next55 = add nuw nsw i64 %indvars.iv54, 1
  %88 = sext i32 %87 to i64
  %89 = icmp slt i64 %indvars.iv.next55, %88
  %.not27 = icmp eq i32 %.4, 0
  %90 = select i1 %89, i1 %.not27, i1 false
  br i1 %90, label %78, label %._crit_edge46, !llvm.loop !31

._crit_edge46:                                    ; preds = %86, %bind_symbols.exit
  %.3.lcssa = phi i32 [ %.2, %bind_symbols.exit ], [ %.4, %86 ]
  %.not27.lcssa = phi i1 [ %.not2743, %bind_symbols.exit ], [ %.not27, %86 ]
  br i1 %.not27.lcssa, label %91, label %._crit_edge46.thread

91:                                               ; preds = %._crit_edge46
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %2)
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %3)
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %4)
  %92 = load ptr, ptr %0, align 8
  %93 = getelementptr inbounds i8, ptr %92, i64 76
  %94 = load i32, ptr %93, align 4
  %95 = icmp sgt i32 %94, 0
  br i1 %95, label %.lr.ph.i32, label %check_constraints.exit

.lr.ph.i32:                                       ; preds = %91
  %96 = getelementptr inbounds i8, ptr %92, i64 32
  %97 = load ptr, ptr %96, align 8
  %98 = getelementptr inbounds i8, ptr %0, i64 24
  %99 = load ptr, ptr %98, align 8
  %wide.trip.count.i = zext nneg i32 %94 to i64
  br label %100

100:                                              ; preds = %135, %.lr.ph.i32
  %indvars.iv.i33 = phi i64 [ 0, %.lr.ph.i32 ], [ %indvars.iv.next.i35, %135 ]
  %101 = getelementptr inbounds %struct.tenon_constraint, ptr %97, i64 %indvars.iv.i33
  store i64 0, ptr %2, align 8
  store i64 0, ptr %3, align 8
  %102 = call fastcc i32 @evaluate(ptr noundef nonnull %92, ptr noundef %99, ptr noundef %101, ptr noundef nonnull %2)
  %103 = getelementptr inbounds i8, ptr %101, i64 24
  %104 = call fastcc i32 @evaluate(ptr noundef nonnull %92, ptr noundef %99, ptr noundef nonnull %103, ptr noundef nonnull %3)
  %105 = icmp eq i32 %102, 1
  %106 = icmp eq i32 %104, 1
  %or.cond.i = select i1 %105, i1 true, i1 %106
  br i1 %or.cond.i, label %135, label %107

107:                                              ; preds = %100
  %108 = getelementptr inbounds i8, ptr %101, i64 56
  %109 = load i32, ptr %108, align 8
  %110 = icmp eq i32 %109, 0
  %111 = icmp eq i32 %102, 0
  %112 = icmp eq i32 %104, 0
  %or.cond3.i = select i1 %111, i1 %112, i1 false
  br i1 %or.cond3.i, label %113, label %.critedge.i

113:                                              ; preds = %107
  %114 = load i64, ptr %2, align 8
  %115 = load i64, ptr %3, align 8
  br i1 %110, label %116, label %118

116:                                              ; preds = %113
  %117 = icmp eq i64 %114, %115
  br i1 %117, label %135, label %.critedge.i

118:                                              ; preds = %113
  %.not31.i = icmp slt i64 %114, %115
  br i1 %.not31.i, label %.critedge.i, label %135

.critedge.i:                                      ; preds = %118, %116, %107
  %.lcssa.i = phi i1 [ true, %116 ], [ %110, %107 ], [ false, %118 ]
  %119 = tail call fastcc { ptr, i64 } @complain(ptr noundef nonnull readonly %0, i32 noundef 6, i32 noundef -1)
  %120 = extractvalue { ptr, i64 } %119, 0
  store ptr %120, ptr %4, align 8
  %121 = getelementptr inbounds i8, ptr %4, i64 8
  %122 = extractvalue { ptr, i64 } %119, 1
  store i64 %122, ptr %121, align 8
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef nonnull @.str.106)
  %123 = getelementptr inbounds i8, ptr %101, i64 48
  %124 = load ptr, ptr %123, align 8
  %.not.i34 = icmp eq ptr %124, null
  br i1 %.not.i34, label %126, label %125

125:                                              ; preds = %.critedge.i
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef nonnull %124)
  br label %132

126:                                              ; preds = %.critedge.i
  %127 = getelementptr inbounds i8, ptr %101, i64 8
  %128 = load ptr, ptr %127, align 8
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef %128)
  %129 = select i1 %.lcssa.i, ptr @.str.96, ptr @.str.108
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef nonnull %129)
  %130 = getelementptr inbounds i8, ptr %101, i64 32
  %131 = load ptr, ptr %130, align 8
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef %131)
  br label %132

132:                                              ; preds = %126, %125
  %.str.109.sink.i = phi ptr [ @.str.109, %126 ], [ @.str.107, %125 ]
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef nonnull %.str.109.sink.i)
  %133 = load i64, ptr %2, align 8
  call fastcc void @add_number(ptr noundef nonnull %4, i64 noundef %133)
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef nonnull @.str.110)
  %134 = load i64, ptr %3, align 8
  call fastcc void @add_number(ptr noundef nonnull %4, i64 noundef %134)
  br label %check_constraints.exit

135:                                              ; preds = %118, %116, %100
  %indvars.iv.next.i35 = add nuw nsw i64 %indvars.iv.i33, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next.i35, %wide.trip.count.i
  br i1 %exitcond.not.i, label %check_constraints.exit, label %100, !llvm.loop !32

check_constraints.exit:                           ; preds = %135, %91, %132
  %.0.i31 = phi i32 [ 6, %132 ], [ 0, %91 ], [ 0, %135 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %2)
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %4)
  br label %._crit_edge46.thread

._crit_edge46.thread:                             ; preds = %55, %._crit_edge.thread63, %._crit_edge46, %check_constraints.exit
  %136 = phi i32 [ %.0.i31, %check_constraints.exit ], [ %.3.lcssa, %._crit_edge46 ], [ 2, %._crit_edge.thread63 ], [ 2, %55 ]
  ret i32 %136
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define internal fastcc i32 @write_shapes(ptr nocapture noundef readonly %0, ptr noundef readonly %1) unnamed_addr #2 {
  %3 = alloca i64, align 8
  %4 = load ptr, ptr %0, align 8
  %5 = getelementptr inbounds i8, ptr %4, i64 68
  %6 = load i32, ptr %5, align 4
  %7 = icmp sgt i32 %6, 0
  br i1 %7, label %.lr.ph27, label %.loopexit

.lr.ph27:                                         ; preds = %2
  %.not22 = icmp eq ptr %1, null
  br label %8

8:                                                ; preds = %.lr.ph27, %._crit_edge
  %9 = phi ptr [ %4, %.lr.ph27 ], [ %30, %._crit_edge ]
  %indvars.iv30 = phi i64 [ 0, %.lr.ph27 ], [ %indvars.iv.next31, %._crit_edge ]
  %10 = getelementptr inbounds i8, ptr %9, i64 16
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds %struct.tenon_argument, ptr %11, i64 %indvars.iv30, i32 2
  %13 = load i32, ptr %12, align 8
  %14 = icmp sgt i32 %13, 0
  br i1 %14, label %.lr.ph, label %._crit_edge

.lr.ph:                                           ; preds = %8
  %15 = getelementptr inbounds ptr, ptr %1, i64 %indvars.iv30
  %wide.trip.count = zext nneg i32 %13 to i64
  %16 = trunc nuw nsw i64 %indvars.iv30 to i32
  br label %17

17:                                               ; preds = %.lr.ph, %29
  %indvars.iv = phi i64 [ 0, %.lr.ph ], [ %indvars.iv.next, %29 ]
  %18 = load ptr, ptr %0, align 8
  %19 = getelementptr inbounds i8, ptr %18, i64 64
  %20 = load i32, ptr %19, align 8
  %21 = add nsw i32 %20, %16
  %22 = trunc nuw nsw i64 %indvars.iv to i32
  %23 = call fastcc i32 @wanted_dim(ptr noundef nonnull %0, i32 noundef %21, i32 noundef %22, ptr noundef nonnull %3)
  %.not = icmp eq i32 %23, 0
  br i1 %.not, label %24, label %.loopexit

24:                                               ; preds = %17
  br i1 %.not22, label %29, label %25

25:                                               ; preds = %24
  %26 = load i64, ptr %3, align 8
  %27 = load ptr, ptr %15, align 8
  %28 = getelementptr inbounds i64, ptr %27, i64 %indvars.iv
  store i64 %26, ptr %28, align 8
  br label %29

29:                                               ; preds = %24, %25
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count
  br i1 %exitcond.not, label %._crit_edge.loopexit, label %17, !llvm.loop !33

._crit_edge.loopexit:                             ; preds = %29
  %.pre = load ptr, ptr %0, align 8
  br label %._crit_edge

._crit_edge:                                      ; preds = %._crit_edge.loopexit, %8
  %30 = phi ptr [ %.pre, %._crit_edge.loopexit ], [ %9, %8 ]
  %indvars.iv.next31 = add nuw nsw i64 %indvars.iv30, 1
  %31 = getelementptr inbounds i8, ptr %30, i64 68
  %32 = load i32, ptr %31, align 4
  %33 = sext i32 %32 to i64
  %34 = icmp slt i64 %indvars.iv.next31, %33
  br i1 %34, label %8, label %.loopexit, !llvm.loop !34

.loopexit:                                        ; preds = %._crit_edge, %17, %2
  %.0 = phi i32 [ 0, %2 ], [ %23, %17 ], [ 0, %._crit_edge ]
  ret i32 %.0
}

; Function Attrs: nounwind
define internal void @tenon_unload() #3 {
  %1 = load atomic i64, ptr getelementptr inbounds (i8, ptr @pool, i64 64) acquire, align 64
  %2 = tail call i32 @getpid() #19
  %3 = sext i32 %2 to i64
  %.not.i = icmp eq i64 %1, %3
  br i1 %.not.i, label %4, label %stop_pool.exit

4:                                                ; preds = %0
  %5 = atomicrmw xchg ptr getelementptr inbounds (i8, ptr @pool, i64 72), i32 1 acquire, align 8
  %.not11.i = icmp eq i32 %5, 0
  br i1 %.not11.i, label %6, label %stop_pool.exit

6:                                                ; preds = %4
  store atomic i32 1, ptr getelementptr inbounds (i8, ptr @pool, i64 76) seq_cst, align 4
  %7 = load i32, ptr getelementptr inbounds (i8, ptr @pool, i64 80), align 16
  %8 = icmp sgt i32 %7, 0
  br i1 %8, label %.lr.ph.i, label %._crit_edge.i

.preheader.i:                                     ; preds = %wake.exit.i
  %9 = icmp sgt i32 %17, 0
  br i1 %9, label %.lr.ph14.i, label %._crit_edge.i

.lr.ph.i:                                         ; preds = %6, %wake.exit.i
  %indvars.iv.i = phi i64 [ %indvars.iv.next.i, %wake.exit.i ], [ 0, %6 ]
  %10 = getelementptr inbounds [64 x %struct.pool_worker], ptr getelementptr inbounds (i8, ptr @pool, i64 4288), i64 0, i64 %indvars.iv.i
  %11 = getelementptr inbounds i8, ptr %10, i64 44
  %12 = load atomic i32, ptr %11 seq_cst, align 4
  %.not.i.i = icmp eq i32 %12, 0
  br i1 %.not.i.i, label %wake.exit.i, label %13

13:                                               ; preds = %.lr.ph.i
  %14 = atomicrmw xchg ptr %11, i32 0 seq_cst, align 4
  %.not5.i.i = icmp eq i32 %14, 0
  br i1 %.not5.i.i, label %wake.exit.i, label %15

15:                                               ; preds = %13
  %16 = tail call i32 @sem_post(ptr noundef nonnull %10) #19
  br label %wake.exit.i

wake.exit.i:                                      ; preds = %15, %13, %.lr.ph.i
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %17 = load i32, ptr getelementptr inbounds (i8, ptr @pool, i64 80), align 16
  %18 = sext i32 %17 to i64
  %19 = icmp slt i64 %indvars.iv.next.i, %18
  br i1 %19, label %.lr.ph.i, label %.preheader.i, !llvm.loop !35

.lr.ph14.i:                                       ; preds = %.preheader.i, %.lr.ph14.i
  %indvars.iv15.i = phi i64 [ %indvars.iv.next16.i, %.lr.ph14.i ], [ 0, %.preheader.i ]
  %20 = getelementptr inbounds [64 x %struct.pool_worker], ptr getelementptr inbounds (i8, ptr @pool, i64 4288), i64 0, i64 %indvars.iv15.i, i32 1
  %21 = load i64, ptr %20, align 32
  %22 = tail call i32 @pthread_join(i64 noundef %21, ptr noundef null) #19
  %indvars.iv.next16.i = add nuw nsw i64 %indvars.iv15.i, 1
  %23 = load i32, ptr getelementptr inbounds (i8, ptr @pool, i64 80), align 16
  %24 = sext i32 %23 to i64
  %25 = icmp slt i64 %indvars.iv.next16.i, %24
  br i1 %25, label %.lr.ph14.i, label %._crit_edge.i, !llvm.loop !36

._crit_edge.i:                                    ; preds = %.lr.ph14.i, %.preheader.i, %6
  store i32 0, ptr getelementptr inbounds (i8, ptr @pool, i64 80), align 16
  br label %stop_pool.exit

stop_pool.exit:                                   ; preds = %0, %4, %._crit_edge.i
  %26 = atomicrmw xchg ptr @kept, i64 0 acquire, align 8
  %27 = inttoptr i64 %26 to ptr
  tail call fastcc void @drop_arena(ptr noundef %27)
  %28 = atomicrmw xchg ptr getelementptr inbounds (i8, ptr @kept, i64 8), i64 0 acquire, align 8
  %29 = inttoptr i64 %28 to ptr
  tail call fastcc void @drop_arena(ptr noundef %29)
  %30 = atomicrmw xchg ptr getelementptr inbounds (i8, ptr @kept, i64 16), i64 0 acquire, align 8
  %31 = inttoptr i64 %30 to ptr
  tail call fastcc void @drop_arena(ptr noundef %31)
  %32 = atomicrmw xchg ptr getelementptr inbounds (i8, ptr @kept, i64 24), i64 0 acquire, align 8
  %33 = inttoptr i64 %32 to ptr
  tail call fastcc void @drop_arena(ptr noundef %33)
  %34 = atomicrmw xchg ptr getelementptr inbounds (i8, ptr @kept, i64 32), i64 0 acquire, align 8
  %35 = inttoptr i64 %34 to ptr
  tail call fastcc void @drop_arena(ptr noundef %35)
  %36 = atomicrmw xchg ptr getelementptr inbounds (i8, ptr @kept, i64 40), i64 0 acquire, align 8
  %37 = inttoptr i64 %36 to ptr
  tail call fastcc void @drop_arena(ptr noundef %37)
  %38 = atomicrmw xchg ptr getelementptr inbounds (i8, ptr @kept, i64 48), i64 0 acquire, align 8
  %39 = inttoptr i64 %38 to ptr
  tail call fastcc void @drop_arena(ptr noundef %39)
  %40 = atomicrmw xchg ptr getelementptr inbounds (i8, ptr @kept, i64 56), i64 0 acquire, align 8
  %41 = inttoptr i64 %40 to ptr
  tail call fastcc void @drop_arena(ptr noundef %41)
  %42 = atomicrmw xchg ptr getelementptr inbounds (i8, ptr @kept, i64 64), i64 0 acquire, align 8
  %43 = inttoptr i64 %42 to ptr
  tail call fastcc void @drop_arena(ptr noundef %43)
  %44 = atomicrmw xchg ptr getelementptr inbounds (i8, ptr @kept, i64 72), i64 0 acquire, align 8
  %45 = inttoptr i64 %44 to ptr
  tail call fastcc void @drop_arena(ptr noundef %45)
  %46 = atomicrmw xchg ptr getelementptr inbounds (i8, ptr @kept, i64 80), i64 0 acquire, align 8
  %47 = inttoptr i64 %46 to ptr
  tail call fastcc void @drop_arena(ptr noundef %47)
  %48 = atomicrmw xchg ptr getelementptr inbounds (i8, ptr @kept, i64 88), i64 0 acquire, align 8
  %49 = inttoptr i64 %48 to ptr
  tail call fastcc void @drop_arena(ptr noundef %49)
  %50 = atomicrmw xchg ptr getelementptr inbounds (i8, ptr @kept, i64 96), i64 0 acquire, align 8
  %51 = inttoptr i64 %50 to ptr
  tail call fastcc void @drop_arena(ptr noundef %51)
  %52 = atomicrmw xchg ptr getelementptr inbounds (i8, ptr @kept, i64 104), i64 0 acquire, align 8
  %53 = inttoptr i64 %52 to ptr
  tail call fastcc void @drop_arena(ptr noundef %53)
  %54 = atomicrmw xchg ptr getelementptr inbounds (i8, ptr @kept, i64 112), i64 0 acquire, align 8
  %55 = inttoptr i64 %54 to ptr
  tail call fastcc void @drop_arena(ptr noundef %55)
  %56 = atomicrmw xchg ptr getelementptr inbounds (i8, ptr @kept, i64 120), i64 0 acquire, align 8
  %57 = inttoptr i64 %56 to ptr
  tail call fastcc void @drop_arena(ptr noundef %57)
  ret void
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #4

; Function Attrs: nounwind
declare i32 @getpid() local_unnamed_addr #5

; Function Attrs: nounwind
declare i32 @sem_init(ptr noundef, i32 noundef, i32 noundef) local_unnamed_addr #5

; Function Attrs: nounwind
define internal fastcc void @work_on_shares(i64 noundef %0) unnamed_addr #3 {
  %2 = load i64, ptr getelementptr inbounds (i8, ptr @pool, i64 144), align 16
  %3 = icmp sgt i64 %2, 0
  br i1 %3, label %.lr.ph18.preheader, label %._crit_edge19

.lr.ph18.preheader:                               ; preds = %1
  %.pre = load i64, ptr getelementptr inbounds (i8, ptr @pool, i64 136), align 8
  br label %.lr.ph18

.lr.ph18:                                         ; preds = %.lr.ph18.preheader, %._crit_edge
  %4 = phi i64 [ %22, %._crit_edge ], [ %2, %.lr.ph18.preheader ]
  %5 = phi i64 [ %23, %._crit_edge ], [ %.pre, %.lr.ph18.preheader ]
  %.016 = phi i64 [ %24, %._crit_edge ], [ 0, %.lr.ph18.preheader ]
  %6 = add nsw i64 %.016, %0
  %7 = srem i64 %6, %4
  %8 = getelementptr inbounds [64 x %struct.pool_share], ptr getelementptr inbounds (i8, ptr @pool, i64 192), i64 0, i64 %7
  %9 = getelementptr inbounds i8, ptr %8, i64 8
  %10 = atomicrmw add ptr %8, i64 %5 monotonic, align 64
  %11 = load i64, ptr %9, align 8
  %.not15 = icmp slt i64 %10, %11
  br i1 %.not15, label %.lr.ph, label %._crit_edge

.lr.ph:                                           ; preds = %.lr.ph18, %.lr.ph
  %12 = phi i64 [ %21, %.lr.ph ], [ %11, %.lr.ph18 ]
  %13 = phi i64 [ %20, %.lr.ph ], [ %10, %.lr.ph18 ]
  %14 = phi i64 [ %19, %.lr.ph ], [ %5, %.lr.ph18 ]
  %15 = load ptr, ptr getelementptr inbounds (i8, ptr @pool, i64 120), align 8
  %16 = load ptr, ptr getelementptr inbounds (i8, ptr @pool, i64 128), align 64
  %17 = add nsw i64 %13, %14
  %18 = tail call noundef i64 @llvm.smin.i64(i64 %17, i64 %12)
  tail call void %15(ptr noundef %16, i64 noundef %13, i64 noundef %18, i64 noundef %0) #19
  %19 = load i64, ptr getelementptr inbounds (i8, ptr @pool, i64 136), align 8
  %20 = atomicrmw add ptr %8, i64 %19 monotonic, align 64
  %21 = load i64, ptr %9, align 8
  %.not = icmp slt i64 %20, %21
  br i1 %.not, label %.lr.ph, label %._crit_edge.loopexit

._crit_edge.loopexit:                             ; preds = %.lr.ph
  %.pre20 = load i64, ptr getelementptr inbounds (i8, ptr @pool, i64 144), align 16
  br label %._crit_edge

._crit_edge:                                      ; preds = %._crit_edge.loopexit, %.lr.ph18
  %22 = phi i64 [ %.pre20, %._crit_edge.loopexit ], [ %4, %.lr.ph18 ]
  %23 = phi i64 [ %19, %._crit_edge.loopexit ], [ %5, %.lr.ph18 ]
  %24 = add nuw nsw i64 %.016, 1
  %25 = icmp slt i64 %24, %22
  br i1 %25, label %.lr.ph18, label %._crit_edge19, !llvm.loop !37

._crit_edge19:                                    ; preds = %._crit_edge, %1
  ret void
}

; Function Attrs: nounwind
declare i32 @sigfillset(ptr noundef) local_unnamed_addr #5

; Function Attrs: nounwind
declare i32 @sigdelset(ptr noundef, i32 noundef) local_unnamed_addr #5

; Function Attrs: nounwind
declare i32 @pthread_sigmask(i32 noundef, ptr noundef, ptr noundef) local_unnamed_addr #5

; Function Attrs: nounwind
declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #5

; Function Attrs: nounwind
define internal noalias noundef ptr @be_worker(ptr noundef %0) #3 {
  %2 = alloca %struct.pool_wait, align 8
  %3 = ptrtoint ptr %0 to i64
  %4 = sub i64 %3, ptrtoint (ptr getelementptr inbounds (i8, ptr @pool, i64 4288) to i64)
  %5 = ashr exact i64 %4, 6
  %6 = add nsw i64 %5, 1
  %7 = getelementptr inbounds i8, ptr %0, i64 40
  %8 = load i32, ptr %7, align 8
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %2, i8 0, i64 16, i1 false)
  %.sroa.22.0..sroa_idx = getelementptr inbounds i8, ptr %2, i64 8
  %9 = getelementptr inbounds i8, ptr %0, i64 44
  br label %.outer.outer

.outer.outer:                                     ; preds = %.sink.split, %1
  %.0.ph.ph = phi i32 [ %.1.ph, %.sink.split ], [ %8, %1 ]
  br label %.outer

.outer:                                           ; preds = %.outer.outer, %29
  br label %10

10:                                               ; preds = %.outer, %20
  %11 = load atomic i32, ptr getelementptr inbounds (i8, ptr @pool, i64 76) acquire, align 4
  %.not = icmp eq i32 %11, 0
  br i1 %.not, label %12, label %43

12:                                               ; preds = %10
  %13 = load atomic i64, ptr @pool acquire, align 64
  %14 = and i64 %13, 65536
  %.not.i = icmp eq i64 %14, 0
  %15 = lshr i64 %13, 32
  %16 = trunc nuw i64 %15 to i32
  %.not5.i = icmp eq i32 %.0.ph.ph, %16
  %or.cond.not.i.not23 = select i1 %.not.i, i1 true, i1 %.not5.i
  %17 = lshr i64 %13, 24
  %18 = and i64 %17, 255
  %19 = icmp sle i64 %18, %6
  %narrow.i.not = or i1 %19, %or.cond.not.i.not23
  br i1 %narrow.i.not, label %29, label %20

20:                                               ; preds = %12
  %21 = add i64 %13, 1
  %22 = cmpxchg weak ptr @pool, i64 %13, i64 %21 acquire monotonic, align 64
  %23 = extractvalue { i64, i1 } %22, 1
  br i1 %23, label %24, label %10, !llvm.loop !38

24:                                               ; preds = %20
  tail call fastcc void @work_on_shares(i64 noundef %6)
  %25 = atomicrmw sub ptr @pool, i64 1 acq_rel, align 64
  %26 = and i64 %25, 196607
  %or.cond.i = icmp eq i64 %26, 131073
  br i1 %or.cond.i, label %27, label %.sink.split

27:                                               ; preds = %24
  %28 = tail call i32 @sem_post(ptr noundef nonnull getelementptr inbounds (i8, ptr @pool, i64 88)) #19
  br label %.sink.split

29:                                               ; preds = %12
  %30 = call fastcc i32 @is_patient(ptr noundef nonnull %2, i64 noundef 50000)
  %.not21 = icmp eq i32 %30, 0
  br i1 %.not21, label %31, label %.outer, !llvm.loop !38

31:                                               ; preds = %29
  store atomic i32 1, ptr %9 seq_cst, align 4
  %32 = load atomic i64, ptr @pool seq_cst, align 64
  %33 = and i64 %32, 65536
  %.not.i.i = icmp eq i64 %33, 0
  %34 = lshr i64 %32, 32
  %35 = trunc nuw i64 %34 to i32
  %.not5.i.i = icmp eq i32 %.0.ph.ph, %35
  %or.cond.not.i.not13.i = select i1 %.not.i.i, i1 true, i1 %.not5.i.i
  %36 = lshr i64 %32, 24
  %37 = and i64 %36, 255
  %38 = icmp sle i64 %37, %6
  %narrow.i.not.i = or i1 %38, %or.cond.not.i.not13.i
  br i1 %narrow.i.not.i, label %39, label %.critedge.i

39:                                               ; preds = %31
  %40 = load atomic i32, ptr getelementptr inbounds (i8, ptr @pool, i64 76) seq_cst, align 4
  %.not10.i = icmp eq i32 %40, 0
  br i1 %.not10.i, label %42, label %.critedge.i

.critedge.i:                                      ; preds = %39, %31
  %41 = atomicrmw xchg ptr %9, i32 0 seq_cst, align 4
  %.not11.i = icmp eq i32 %41, 0
  br i1 %.not11.i, label %42, label %.sink.split

42:                                               ; preds = %.critedge.i, %39
  tail call fastcc void @wait_for(ptr noundef nonnull %0)
  br label %.sink.split

.sink.split:                                      ; preds = %42, %.critedge.i, %27, %24
  %.1.ph = phi i32 [ %16, %24 ], [ %16, %27 ], [ %.0.ph.ph, %.critedge.i ], [ %.0.ph.ph, %42 ]
  store i64 0, ptr %2, align 8
  store i32 0, ptr %.sroa.22.0..sroa_idx, align 8
  br label %.outer.outer, !llvm.loop !38

43:                                               ; preds = %10
  ret ptr null
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #6

; Function Attrs: nounwind
define internal fastcc range(i32 0, 2) i32 @is_patient(ptr nocapture noundef %0, i64 noundef %1) unnamed_addr #3 {
  %3 = alloca %struct.timespec, align 8
  tail call void @tenon_relax()
  %4 = getelementptr inbounds i8, ptr %0, i64 8
  %5 = load i32, ptr %4, align 8
  %6 = add nsw i32 %5, 1
  store i32 %6, ptr %4, align 8
  %7 = and i32 %5, 63
  %.not = icmp eq i32 %7, 0
  br i1 %.not, label %8, label %22

8:                                                ; preds = %2
  %9 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %3) #19
  %10 = load i64, ptr %3, align 8
  %11 = mul nsw i64 %10, 1000000000
  %12 = getelementptr inbounds i8, ptr %3, i64 8
  %13 = load i64, ptr %12, align 8
  %14 = add nsw i64 %11, %13
  %15 = load i64, ptr %0, align 8
  %.not7 = icmp eq i64 %15, 0
  br i1 %.not7, label %16, label %18

16:                                               ; preds = %8
  %17 = add nsw i64 %14, %1
  store i64 %17, ptr %0, align 8
  br label %18

18:                                               ; preds = %16, %8
  %19 = phi i64 [ %17, %16 ], [ %15, %8 ]
  %20 = icmp slt i64 %14, %19
  %21 = zext i1 %20 to i32
  br label %22

22:                                               ; preds = %2, %18
  %.0 = phi i32 [ %21, %18 ], [ 1, %2 ]
  ret i32 %.0
}

; Function Attrs: nounwind
declare i32 @sem_post(ptr noundef) local_unnamed_addr #5

; Function Attrs: nounwind
declare i32 @clock_gettime(i32 noundef, ptr noundef) local_unnamed_addr #5

; Function Attrs: nounwind
define internal fastcc void @wait_for(ptr noundef %0) unnamed_addr #3 {
  br label %2

2:                                                ; preds = %4, %1
  %3 = tail call i32 @sem_wait(ptr noundef %0) #19
  %.not = icmp eq i32 %3, 0
  br i1 %.not, label %.critedge, label %4

4:                                                ; preds = %2
  %5 = tail call ptr @__errno_location() #21
  %6 = load i32, ptr %5, align 4
  %7 = icmp eq i32 %6, 4
  br i1 %7, label %2, label %.critedge, !llvm.loop !39

.critedge:                                        ; preds = %2, %4
  ret void
}

declare i32 @sem_wait(ptr noundef) local_unnamed_addr #7

; Function Attrs: mustprogress nofree nosync nounwind willreturn memory(none)
declare ptr @__errno_location() local_unnamed_addr #8

; Function Attrs: mustprogress nofree nounwind willreturn allockind("alloc,uninitialized,aligned") allocsize(1) memory(inaccessiblemem: readwrite)
declare noalias noundef ptr @aligned_alloc(i64 allocalign noundef, i64 noundef) local_unnamed_addr #9

; Function Attrs: nounwind
define internal fastcc void @drop_arena(ptr noundef readonly %0) unnamed_addr #3 {
  %.not = icmp eq ptr %0, null
  br i1 %.not, label %12, label %2

2:                                                ; preds = %1
  %3 = getelementptr inbounds i8, ptr %0, i64 16
  %4 = load i32, ptr %3, align 8
  %.not5 = icmp eq i32 %4, 0
  %5 = load ptr, ptr %0, align 8
  br i1 %.not5, label %11, label %6

6:                                                ; preds = %2
  %7 = getelementptr inbounds i8, ptr %0, i64 8
  %8 = load i64, ptr %7, align 8
  %9 = add nsw i64 %8, 64
  %10 = tail call i32 @munmap(ptr noundef %5, i64 noundef %9) #19
  br label %12

11:                                               ; preds = %2
  tail call void @free(ptr noundef %5) #19
  br label %12

12:                                               ; preds = %1, %11, %6
  ret void
}

; Function Attrs: nounwind
declare i32 @munmap(ptr noundef, i64 noundef) local_unnamed_addr #5

; Function Attrs: mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @free(ptr allocptr nocapture noundef) local_unnamed_addr #10

; Function Attrs: nounwind
declare ptr @mmap(ptr noundef, i64 noundef, i32 noundef, i32 noundef, i32 noundef, i64 noundef) local_unnamed_addr #5

; Function Attrs: nounwind
declare i32 @madvise(ptr noundef, i64 noundef, i32 noundef) local_unnamed_addr #5

; Function Attrs: nounwind
define internal fastcc void @take_back(ptr noundef %0) unnamed_addr #3 {
  %2 = getelementptr inbounds i8, ptr %0, i64 128
  %3 = load ptr, ptr %2, align 8
  tail call fastcc void @free_tensor(ptr noundef %0)
  %.not = icmp eq ptr %3, null
  br i1 %.not, label %6, label %4

4:                                                ; preds = %1
  %5 = tail call i32 @dlclose(ptr noundef nonnull %3) #19
  br label %6

6:                                                ; preds = %4, %1
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: read)
define internal fastcc range(i64 -1152921504606846975, 1152921504606846976) i64 @byte_count(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) unnamed_addr #11 {
  %3 = getelementptr inbounds i8, ptr %0, i64 16
  %4 = load i32, ptr %3, align 8
  %5 = icmp sgt i32 %4, 0
  br i1 %5, label %.lr.ph.preheader.i, label %._crit_edge.i

.lr.ph.preheader.i:                               ; preds = %2
  %wide.trip.count.i = zext nneg i32 %4 to i64
  br label %.lr.ph.i

.lr.ph.i:                                         ; preds = %9, %.lr.ph.preheader.i
  %indvars.iv.i = phi i64 [ 0, %.lr.ph.preheader.i ], [ %indvars.iv.next.i, %9 ]
  %.01320.i = phi i32 [ 0, %.lr.ph.preheader.i ], [ %14, %9 ]
  %.01419.i = phi i64 [ 1, %.lr.ph.preheader.i ], [ %12, %9 ]
  %6 = getelementptr inbounds i64, ptr %1, i64 %indvars.iv.i
  %7 = load i64, ptr %6, align 8
  %8 = icmp eq i64 %7, 0
  br i1 %8, label %element_count.exit.thread6, label %9

9:                                                ; preds = %.lr.ph.i
  %10 = tail call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %.01419.i, i64 %7)
  %11 = extractvalue { i64, i1 } %10, 1
  %12 = extractvalue { i64, i1 } %10, 0
  %13 = zext i1 %11 to i32
  %14 = or i32 %.01320.i, %13
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next.i, %wide.trip.count.i
  br i1 %exitcond.not.i, label %._crit_edge.loopexit.i, label %.lr.ph.i, !llvm.loop !40

._crit_edge.loopexit.i:                           ; preds = %9
  %15 = icmp ne i32 %14, 0
  br label %._crit_edge.i

._crit_edge.i:                                    ; preds = %._crit_edge.loopexit.i, %2
  %.014.lcssa.i = phi i64 [ 1, %2 ], [ %12, %._crit_edge.loopexit.i ]
  %.013.lcssa.i = phi i1 [ false, %2 ], [ %15, %._crit_edge.loopexit.i ]
  %16 = icmp ugt i64 %.014.lcssa.i, 2251799813685247
  %or.cond = select i1 %.013.lcssa.i, i1 true, i1 %16
  br i1 %or.cond, label %element_count.exit.thread, label %element_count.exit.thread6

element_count.exit.thread6:                       ; preds = %.lr.ph.i, %._crit_edge.i
  %.015.i8 = phi i64 [ %.014.lcssa.i, %._crit_edge.i ], [ 0, %.lr.ph.i ]
  %17 = getelementptr inbounds i8, ptr %0, i64 24
  %18 = load i32, ptr %17, align 8
  %19 = sext i32 %18 to i64
  %20 = mul nsw i64 %.015.i8, %19
  %21 = getelementptr inbounds i8, ptr %0, i64 28
  %22 = load i32, ptr %21, align 4
  %23 = sext i32 %22 to i64
  %24 = mul nsw i64 %20, %23
  %25 = add nsw i64 %24, 7
  %26 = sdiv i64 %25, 8
  br label %element_count.exit.thread

element_count.exit.thread:                        ; preds = %._crit_edge.i, %element_count.exit.thread6
  %27 = phi i64 [ %26, %element_count.exit.thread6 ], [ -1, %._crit_edge.i ]
  ret i64 %27
}

; Function Attrs: nounwind
define internal void @delete_tensor(ptr noundef %0) #3 {
  %2 = getelementptr inbounds i8, ptr %0, i64 128
  %3 = load ptr, ptr %2, align 8
  tail call fastcc void @free_tensor(ptr noundef %0)
  %.not = icmp eq ptr %3, null
  br i1 %.not, label %5, label %4

4:                                                ; preds = %1
  musttail call void @dlclose(ptr noundef nonnull %3)
  ret void

5:                                                ; preds = %1
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { i64, i1 } @llvm.smul.with.overflow.i64(i64, i64) #12

; Function Attrs: nounwind
declare i32 @dlclose(ptr noundef) local_unnamed_addr #5

; Function Attrs: nounwind
define internal fastcc void @free_tensor(ptr noundef %0) unnamed_addr #3 {
  %.sroa.1.0..sroa_idx = getelementptr inbounds i8, ptr %0, i64 96
  %.sroa.1.0.copyload = load ptr, ptr %.sroa.1.0..sroa_idx, align 8
  %.not9.i = icmp eq ptr %.sroa.1.0.copyload, null
  br i1 %.not9.i, label %8, label %2

2:                                                ; preds = %1
  %3 = getelementptr inbounds i8, ptr %0, i64 120
  %4 = load i64, ptr %3, align 8
  %.sroa.3.0..sroa_idx = getelementptr inbounds i8, ptr %0, i64 112
  %.sroa.3.0.copyload = load ptr, ptr %.sroa.3.0..sroa_idx, align 8
  %.sroa.2.0..sroa_idx = getelementptr inbounds i8, ptr %0, i64 104
  %.sroa.2.0.copyload = load ptr, ptr %.sroa.2.0..sroa_idx, align 8
  %5 = tail call i64 @llvm.umax.i64(i64 %4, i64 1)
  %6 = add i64 %5, 63
  %7 = and i64 %6, -64
  tail call void %.sroa.2.0.copyload(ptr noundef %.sroa.3.0.copyload, ptr noundef nonnull %0, i64 noundef %7) #19
  br label %release.exit

8:                                                ; preds = %1
  tail call void @free(ptr noundef nonnull %0) #19
  br label %release.exit

release.exit:                                     ; preds = %2, %8
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define internal fastcc void @add_quoted(ptr nocapture noundef %0, ptr nocapture noundef readonly %1) unnamed_addr #2 {
  tail call fastcc void @add(ptr noundef %0, ptr noundef nonnull @.str.16)
  tail call fastcc void @add(ptr noundef %0, ptr noundef %1)
  tail call fastcc void @add(ptr noundef %0, ptr noundef nonnull @.str.16)
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define internal fastcc void @add_shape(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, i32 noundef %2) unnamed_addr #2 {
  tail call fastcc void @add(ptr noundef %0, ptr noundef nonnull @.str.17)
  %4 = icmp sgt i32 %2, 0
  br i1 %4, label %5, label %._crit_edge

5:                                                ; preds = %3
  %wide.trip.count = zext nneg i32 %2 to i64
  %.pre = load i64, ptr %1, align 8
  tail call fastcc void @add_number(ptr noundef %0, i64 noundef %.pre)
  %exitcond.peel.not = icmp eq i32 %2, 1
  br i1 %exitcond.peel.not, label %._crit_edge, label %.lr.ph.peel.next

.lr.ph.peel.next:                                 ; preds = %5, %.lr.ph.peel.next
  %indvars.iv = phi i64 [ %indvars.iv.next, %.lr.ph.peel.next ], [ 1, %5 ]
  tail call fastcc void @add(ptr noundef %0, ptr noundef nonnull @.str.3)
  %6 = getelementptr inbounds i64, ptr %1, i64 %indvars.iv
  %7 = load i64, ptr %6, align 8
  tail call fastcc void @add_number(ptr noundef %0, i64 noundef %7)
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count
  br i1 %exitcond.not, label %._crit_edge, label %.lr.ph.peel.next, !llvm.loop !41

._crit_edge:                                      ; preds = %.lr.ph.peel.next, %5, %3
  tail call fastcc void @add(ptr noundef %0, ptr noundef nonnull @.str.18)
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define internal fastcc { ptr, i64 } @complain(ptr nocapture noundef readonly %0, i32 noundef %1, i32 noundef %2) unnamed_addr #2 {
  %4 = alloca %struct.tenon_text, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 32
  %6 = load ptr, ptr %5, align 8
  store i32 %1, ptr %6, align 4
  %7 = getelementptr inbounds i8, ptr %6, i64 4
  store i32 %2, ptr %7, align 4
  %8 = getelementptr inbounds i8, ptr %6, i64 8
  store i8 0, ptr %8, align 1
  store ptr %8, ptr %4, align 8
  %9 = getelementptr inbounds i8, ptr %4, i64 8
  store i64 1015, ptr %9, align 8
  %10 = load ptr, ptr %0, align 8
  %11 = load ptr, ptr %10, align 8
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef %11)
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef nonnull @.str)
  %12 = icmp slt i32 %2, 0
  br i1 %12, label %16, label %13

13:                                               ; preds = %3
  %14 = load ptr, ptr %0, align 8
  call fastcc void @add_argument(ptr noundef nonnull %4, ptr noundef %14, i32 noundef %2)
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef nonnull @.str.21)
  %15 = zext nneg i32 %2 to i64
  call fastcc void @add_number(ptr noundef nonnull %4, i64 noundef %15)
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef nonnull @.str.22)
  br label %16

16:                                               ; preds = %3, %13
  %.fca.0.load = load ptr, ptr %4, align 8
  %.fca.0.insert = insertvalue { ptr, i64 } poison, ptr %.fca.0.load, 0
  %.fca.1.load = load i64, ptr %9, align 8
  %.fca.1.insert = insertvalue { ptr, i64 } %.fca.0.insert, i64 %.fca.1.load, 1
  ret { ptr, i64 } %.fca.1.insert
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define internal fastcc void @add_argument(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, i32 noundef %2) unnamed_addr #2 {
argument_at.exit:
  %3 = getelementptr inbounds i8, ptr %1, i64 64
  %4 = load i32, ptr %3, align 8
  %5 = icmp sgt i32 %4, %2
  %6 = select i1 %5, ptr @.str.23, ptr @.str.12
  tail call fastcc void @add(ptr noundef %0, ptr noundef nonnull %6)
  %7 = load i32, ptr %3, align 8
  %8 = icmp sgt i32 %7, %2
  %9 = select i1 %8, i32 0, i32 %7
  %.sink8.i = sub nsw i32 %2, %9
  %.sink.in.i.v = select i1 %8, i64 8, i64 16
  %.sink.in.i = getelementptr inbounds i8, ptr %1, i64 %.sink.in.i.v
  %.sink.i = load ptr, ptr %.sink.in.i, align 8
  %10 = sext i32 %.sink8.i to i64
  %11 = getelementptr inbounds %struct.tenon_argument, ptr %.sink.i, i64 %10
  %12 = load ptr, ptr %11, align 8
  tail call fastcc void @add_quoted(ptr noundef %0, ptr noundef %12)
  ret void
}

declare extern_weak void @TVMFFIErrorSetRaisedFromCStr(ptr noundef, ptr noundef) #7

; Function Attrs: nounwind
define internal fastcc ptr @find_tvm(ptr noundef %0) unnamed_addr #3 {
  %2 = alloca %struct.library_search, align 8
  %3 = tail call ptr @dlsym(ptr noundef null, ptr noundef %0) #19
  %.not = icmp eq ptr %3, null
  br i1 %.not, label %4, label %21

4:                                                ; preds = %1
  call void @llvm.lifetime.start.p0(i64 1032, ptr nonnull %2)
  %5 = load atomic i64, ptr @find_tvm_library.known acquire, align 8
  %6 = inttoptr i64 %5 to ptr
  %.not21.i = icmp eq i64 %5, 0
  br i1 %.not21.i, label %.lr.ph.i, label %._crit_edge.i

.lr.ph.i:                                         ; preds = %4
  %7 = getelementptr inbounds i8, ptr %2, i64 8
  store i64 0, ptr %2, align 8
  %8 = call i32 @dl_iterate_phdr(ptr noundef nonnull @copy_library_name, ptr noundef nonnull %2) #19
  %.not14.i11 = icmp eq i32 %8, 0
  br i1 %.not14.i11, label %find_tvm_library.exit, label %.lr.ph

.lr.ph:                                           ; preds = %.lr.ph.i, %.thread.i
  %.01023.i12 = phi i64 [ %16, %.thread.i ], [ 0, %.lr.ph.i ]
  %9 = load i8, ptr %7, align 8
  %.not15.i = icmp eq i8 %9, 0
  br i1 %.not15.i, label %.thread.i, label %10

10:                                               ; preds = %.lr.ph
  %11 = call ptr @dlopen(ptr noundef nonnull %7, i32 noundef 6) #19
  %.not16.i = icmp eq ptr %11, null
  br i1 %.not16.i, label %.thread.i, label %12

12:                                               ; preds = %10
  %13 = call ptr @dlsym(ptr noundef nonnull %11, ptr noundef nonnull @.str.24) #19
  %.not17.i = icmp eq ptr %13, null
  br i1 %.not17.i, label %14, label %._crit_edge.i

14:                                               ; preds = %12
  %15 = call i32 @dlclose(ptr noundef nonnull %11) #19
  br label %.thread.i

.thread.i:                                        ; preds = %14, %10, %.lr.ph
  %16 = add nuw nsw i64 %.01023.i12, 1
  store i64 %16, ptr %2, align 8
  %17 = call i32 @dl_iterate_phdr(ptr noundef nonnull @copy_library_name, ptr noundef nonnull %2) #19
  %.not14.i = icmp eq i32 %17, 0
  br i1 %.not14.i, label %find_tvm_library.exit.thread, label %.lr.ph, !llvm.loop !43

find_tvm_library.exit.thread:                     ; preds = %.thread.i
  call void @llvm.lifetime.end.p0(i64 1032, ptr nonnull %2)
  br label %21

._crit_edge.i:                                    ; preds = %12, %4
  %.011.lcssa.i = phi ptr [ %6, %4 ], [ %11, %12 ]
  %18 = ptrtoint ptr %.011.lcssa.i to i64
  store atomic i64 %18, ptr @find_tvm_library.known release, align 8
  br label %find_tvm_library.exit

find_tvm_library.exit:                            ; preds = %.lr.ph.i, %._crit_edge.i
  %.01120.i = phi ptr [ %.011.lcssa.i, %._crit_edge.i ], [ %6, %.lr.ph.i ]
  call void @llvm.lifetime.end.p0(i64 1032, ptr nonnull %2)
  %.not9 = icmp eq ptr %.01120.i, null
  br i1 %.not9, label %21, label %19

19:                                               ; preds = %find_tvm_library.exit
  %20 = call ptr @dlsym(ptr noundef nonnull %.01120.i, ptr noundef %0) #19
  br label %21

21:                                               ; preds = %find_tvm_library.exit.thread, %19, %find_tvm_library.exit, %1
  %.0 = phi ptr [ %3, %1 ], [ %20, %19 ], [ null, %find_tvm_library.exit ], [ null, %find_tvm_library.exit.thread ]
  ret ptr %.0
}

; Function Attrs: nounwind
declare ptr @dlsym(ptr noundef, ptr noundef) local_unnamed_addr #5

declare i32 @dl_iterate_phdr(ptr noundef, ptr noundef) local_unnamed_addr #7

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define internal range(i32 0, 2) i32 @copy_library_name(ptr nocapture noundef readonly %0, i64 %1, ptr noundef %2) #2 {
  %4 = alloca %struct.tenon_text, align 8
  %5 = load i64, ptr %2, align 8
  %6 = add nsw i64 %5, -1
  store i64 %6, ptr %2, align 8
  %7 = icmp sgt i64 %5, 0
  br i1 %7, label %13, label %8

8:                                                ; preds = %3
  %9 = getelementptr inbounds i8, ptr %2, i64 8
  store i8 0, ptr %9, align 1
  store ptr %9, ptr %4, align 8
  %10 = getelementptr inbounds i8, ptr %4, i64 8
  store i64 1023, ptr %10, align 8
  %11 = getelementptr inbounds i8, ptr %0, i64 8
  %12 = load ptr, ptr %11, align 8
  %.not = icmp eq ptr %12, null
  %spec.select = select i1 %.not, ptr @.str.25, ptr %12
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef nonnull %spec.select)
  br label %13

13:                                               ; preds = %3, %8
  %.0 = phi i32 [ 1, %8 ], [ 0, %3 ]
  ret i32 %.0
}

; Function Attrs: nounwind
declare ptr @dlopen(ptr noundef, i32 noundef) local_unnamed_addr #5

; Function Attrs: nounwind
define internal fastcc range(i32 -1, 1) i32 @tvm_call_global(ptr noundef %0, ptr noundef %1, i32 noundef %2, ptr noundef %3) unnamed_addr #3 {
  %5 = alloca %struct.tvm_bytes, align 8
  %6 = alloca ptr, align 8
  %7 = tail call fastcc ptr @find_tvm(ptr noundef nonnull @.str.31)
  %8 = tail call fastcc ptr @find_tvm(ptr noundef nonnull @.str.32)
  %9 = tail call fastcc ptr @find_tvm(ptr noundef nonnull @.str.33)
  store ptr %0, ptr %5, align 8
  %10 = getelementptr inbounds i8, ptr %5, i64 8
  %11 = tail call i64 @strlen(ptr noundef nonnull dereferenceable(1) %0) #22
  store i64 %11, ptr %10, align 8
  store ptr null, ptr %6, align 8
  %12 = icmp ne ptr %7, null
  %13 = icmp ne ptr %8, null
  %or.cond = select i1 %12, i1 %13, i1 false
  %14 = icmp ne ptr %9, null
  %or.cond3 = select i1 %or.cond, i1 %14, i1 false
  br i1 %or.cond3, label %20, label %15

15:                                               ; preds = %4
  %.not.i = icmp eq ptr @TVMFFIErrorSetRaisedFromCStr, null
  br i1 %.not.i, label %16, label %18

16:                                               ; preds = %15
  %17 = tail call fastcc ptr @find_tvm(ptr noundef nonnull @.str.24)
  br label %18

18:                                               ; preds = %16, %15
  %.0.i = phi ptr [ @TVMFFIErrorSetRaisedFromCStr, %15 ], [ %17, %16 ]
  %.not5.i = icmp eq ptr %.0.i, null
  br i1 %.not5.i, label %tvm_raise.exit, label %19

19:                                               ; preds = %18
  tail call void %.0.i(ptr noundef nonnull @.str.34, ptr noundef nonnull @.str.35) #19
  br label %tvm_raise.exit

20:                                               ; preds = %4
  %21 = call i32 %7(ptr noundef nonnull %5, ptr noundef nonnull %6) #19
  %.not = icmp eq i32 %21, 0
  br i1 %.not, label %22, label %tvm_raise.exit

22:                                               ; preds = %20
  %23 = load ptr, ptr %6, align 8
  %.not19 = icmp eq ptr %23, null
  br i1 %.not19, label %24, label %29

24:                                               ; preds = %22
  %.not.i21 = icmp eq ptr @TVMFFIErrorSetRaisedFromCStr, null
  br i1 %.not.i21, label %25, label %27

25:                                               ; preds = %24
  %26 = call fastcc ptr @find_tvm(ptr noundef nonnull @.str.24)
  br label %27

27:                                               ; preds = %25, %24
  %.0.i22 = phi ptr [ @TVMFFIErrorSetRaisedFromCStr, %24 ], [ %26, %25 ]
  %.not5.i23 = icmp eq ptr %.0.i22, null
  br i1 %.not5.i23, label %tvm_raise.exit, label %28

28:                                               ; preds = %27
  call void %.0.i22(ptr noundef nonnull @.str.34, ptr noundef nonnull @.str.36) #19
  br label %tvm_raise.exit

29:                                               ; preds = %22
  %30 = call i32 %8(ptr noundef nonnull %23, ptr noundef %1, i32 noundef %2, ptr noundef %3) #19
  %31 = load ptr, ptr %6, align 8
  %32 = call i32 %9(ptr noundef %31) #19
  %.not20 = icmp ne i32 %30, 0
  %33 = sext i1 %.not20 to i32
  br label %tvm_raise.exit

tvm_raise.exit:                                   ; preds = %28, %27, %19, %18, %20, %29
  %.0 = phi i32 [ %33, %29 ], [ -1, %20 ], [ -1, %18 ], [ -1, %19 ], [ -1, %27 ], [ -1, %28 ]
  ret i32 %.0
}

; Function Attrs: nounwind
define internal fastcc void @tvm_release(ptr nocapture noundef readonly %0, i32 noundef %1) unnamed_addr #3 {
  %3 = tail call fastcc ptr @find_tvm(ptr noundef nonnull @.str.33)
  %4 = icmp sgt i32 %1, 0
  br i1 %4, label %.lr.ph, label %._crit_edge

.lr.ph:                                           ; preds = %2
  %5 = icmp ne ptr %3, null
  %wide.trip.count = zext nneg i32 %1 to i64
  br label %6

6:                                                ; preds = %.lr.ph, %14
  %indvars.iv = phi i64 [ 0, %.lr.ph ], [ %indvars.iv.next, %14 ]
  %7 = getelementptr inbounds %struct.tenon_any, ptr %0, i64 %indvars.iv
  %8 = load i32, ptr %7, align 8
  %9 = icmp sgt i32 %8, 63
  %or.cond = select i1 %9, i1 %5, i1 false
  br i1 %or.cond, label %10, label %14

10:                                               ; preds = %6
  %11 = getelementptr inbounds i8, ptr %7, i64 8
  %12 = load ptr, ptr %11, align 8
  %13 = tail call i32 %3(ptr noundef %12) #19
  br label %14

14:                                               ; preds = %6, %10
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count
  br i1 %exitcond.not, label %._crit_edge, label %6, !llvm.loop !44

._crit_edge:                                      ; preds = %14, %2
  ret void
}

; Function Attrs: mustprogress nofree nounwind willreturn memory(argmem: read)
declare i64 @strlen(ptr nocapture noundef) local_unnamed_addr #13

; Function Attrs: nofree norecurse nosync nounwind memory(read, inaccessiblemem: none)
define internal fastcc range(i32 0, 2) i32 @rows_without_gaps(ptr nocapture noundef readonly %0) unnamed_addr #14 {
  %2 = getelementptr inbounds i8, ptr %0, i64 32
  %3 = load ptr, ptr %2, align 8
  %.not = icmp eq ptr %3, null
  br i1 %.not, label %element_count.exit.thread, label %4

4:                                                ; preds = %1
  %5 = getelementptr inbounds i8, ptr %0, i64 24
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %0, i64 16
  %8 = load i32, ptr %7, align 8
  %9 = icmp sgt i32 %8, 0
  br i1 %9, label %.lr.ph.preheader.i, label %element_count.exit.thread

.lr.ph.preheader.i:                               ; preds = %4
  %wide.trip.count.i = zext nneg i32 %8 to i64
  br label %.lr.ph.i

.lr.ph.i:                                         ; preds = %13, %.lr.ph.preheader.i
  %indvars.iv.i = phi i64 [ 0, %.lr.ph.preheader.i ], [ %indvars.iv.next.i, %13 ]
  %.01320.i = phi i32 [ 0, %.lr.ph.preheader.i ], [ %18, %13 ]
  %.01419.i = phi i64 [ 1, %.lr.ph.preheader.i ], [ %16, %13 ]
  %10 = getelementptr inbounds i64, ptr %6, i64 %indvars.iv.i
  %11 = load i64, ptr %10, align 8
  %12 = icmp eq i64 %11, 0
  br i1 %12, label %element_count.exit.thread, label %13

13:                                               ; preds = %.lr.ph.i
  %14 = tail call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %.01419.i, i64 %11)
  %15 = extractvalue { i64, i1 } %14, 1
  %16 = extractvalue { i64, i1 } %14, 0
  %17 = zext i1 %15 to i32
  %18 = or i32 %.01320.i, %17
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next.i, %wide.trip.count.i
  br i1 %exitcond.not.i, label %._crit_edge.loopexit.i, label %.lr.ph.i, !llvm.loop !40

._crit_edge.loopexit.i:                           ; preds = %13
  %19 = icmp ne i32 %18, 0
  %20 = icmp ne i64 %16, 0
  %.not30 = select i1 %19, i1 true, i1 %20
  br i1 %.not30, label %.lr.ph, label %element_count.exit.thread

.lr.ph:                                           ; preds = %._crit_edge.loopexit.i, %element_count.exit.thread19
  %indvars.iv = phi i64 [ %indvars.iv.next, %element_count.exit.thread19 ], [ %wide.trip.count.i, %._crit_edge.loopexit.i ]
  %.01424 = phi i64 [ %26, %element_count.exit.thread19 ], [ 1, %._crit_edge.loopexit.i ]
  %indvars.iv.next = add nsw i64 %indvars.iv, -1
  %21 = getelementptr inbounds i64, ptr %6, i64 %indvars.iv.next
  %22 = load i64, ptr %21, align 8
  %.not16 = icmp eq i64 %22, 1
  br i1 %.not16, label %element_count.exit.thread19, label %23

23:                                               ; preds = %.lr.ph
  %24 = getelementptr inbounds i64, ptr %3, i64 %indvars.iv.next
  %25 = load i64, ptr %24, align 8
  %.not17 = icmp eq i64 %25, %.01424
  br i1 %.not17, label %element_count.exit.thread19, label %element_count.exit.thread

element_count.exit.thread19:                      ; preds = %23, %.lr.ph
  %26 = mul nsw i64 %22, %.01424
  %27 = icmp sgt i64 %indvars.iv, 1
  br i1 %27, label %.lr.ph, label %element_count.exit.thread, !llvm.loop !45

element_count.exit.thread:                        ; preds = %.lr.ph.i, %23, %element_count.exit.thread19, %4, %._crit_edge.loopexit.i, %1
  %.015 = phi i32 [ 1, %1 ], [ 1, %._crit_edge.loopexit.i ], [ 1, %4 ], [ 0, %23 ], [ 1, %element_count.exit.thread19 ], [ 1, %.lr.ph.i ]
  ret i32 %.015
}

; Function Attrs: nounwind
define internal fastcc void @take_all_back(ptr nocapture noundef %0, i32 noundef %1) unnamed_addr #3 {
  %3 = icmp sgt i32 %1, 0
  br i1 %3, label %.lr.ph.preheader, label %._crit_edge

.lr.ph.preheader:                                 ; preds = %2
  %wide.trip.count = zext nneg i32 %1 to i64
  br label %.lr.ph

.lr.ph:                                           ; preds = %.lr.ph.preheader, %7
  %indvars.iv = phi i64 [ 0, %.lr.ph.preheader ], [ %indvars.iv.next, %7 ]
  %4 = getelementptr inbounds ptr, ptr %0, i64 %indvars.iv
  %5 = load ptr, ptr %4, align 8
  %.not = icmp eq ptr %5, null
  br i1 %.not, label %7, label %6

6:                                                ; preds = %.lr.ph
  tail call fastcc void @take_back(ptr noundef nonnull %5)
  br label %7

7:                                                ; preds = %6, %.lr.ph
  store ptr null, ptr %4, align 8
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count
  br i1 %exitcond.not, label %._crit_edge, label %.lr.ph, !llvm.loop !46

._crit_edge:                                      ; preds = %7, %2
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define internal fastcc void @add_counted(ptr nocapture noundef %0, i64 noundef %1, ptr nocapture noundef readonly %2) unnamed_addr #2 {
  tail call fastcc void @add_number(ptr noundef %0, i64 noundef %1)
  tail call fastcc void @add(ptr noundef %0, ptr noundef %2)
  %.not = icmp eq i64 %1, 1
  br i1 %.not, label %5, label %4

4:                                                ; preds = %3
  tail call fastcc void @add(ptr noundef %0, ptr noundef nonnull @.str.47)
  br label %5

5:                                                ; preds = %4, %3
  ret void
}

; Function Attrs: nounwind
define internal fastcc i32 @hand_out_static(ptr nocapture noundef %0, ptr nocapture noundef readonly %1) unnamed_addr #3 {
  %3 = getelementptr inbounds i8, ptr %0, i64 48
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %4, i64 68
  %6 = load i32, ptr %5, align 4
  %7 = icmp sgt i32 %6, 0
  br i1 %7, label %.lr.ph34, label %.critedge

.lr.ph34:                                         ; preds = %2
  %8 = getelementptr inbounds i8, ptr %0, i64 88
  br label %9

9:                                                ; preds = %.lr.ph34, %42
  %10 = phi ptr [ %4, %.lr.ph34 ], [ %43, %42 ]
  %indvars.iv38 = phi i64 [ 0, %.lr.ph34 ], [ %indvars.iv.next39, %42 ]
  %11 = load i32, ptr %8, align 8
  %.not = icmp eq i32 %11, 0
  br i1 %.not, label %12, label %.critedge

12:                                               ; preds = %9
  %13 = getelementptr inbounds i8, ptr %10, i64 16
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds %struct.tenon_argument, ptr %14, i64 %indvars.iv38
  %16 = getelementptr inbounds i8, ptr %15, i64 32
  %17 = load i32, ptr %16, align 8
  %18 = and i32 %17, 2
  %.not27 = icmp eq i32 %18, 0
  br i1 %.not27, label %19, label %42

19:                                               ; preds = %12
  %20 = getelementptr inbounds i8, ptr %15, i64 16
  %21 = load i32, ptr %20, align 8
  %22 = add nsw i32 %21, 1
  %23 = zext i32 %22 to i64
  %24 = tail call ptr @llvm.stacksave.p0()
  %25 = alloca i64, i64 %23, align 16
  %26 = load i32, ptr %20, align 8
  %27 = icmp sgt i32 %26, 0
  %28 = trunc nuw nsw i64 %indvars.iv38 to i32
  br i1 %27, label %.lr.ph, label %.thread

29:                                               ; preds = %.lr.ph
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %30 = load i32, ptr %20, align 8
  %31 = sext i32 %30 to i64
  %32 = icmp slt i64 %indvars.iv.next, %31
  br i1 %32, label %.lr.ph, label %.thread, !llvm.loop !47

.lr.ph:                                           ; preds = %19, %29
  %indvars.iv = phi i64 [ %indvars.iv.next, %29 ], [ 0, %19 ]
  %33 = load ptr, ptr %3, align 8
  %34 = getelementptr inbounds i8, ptr %33, i64 64
  %35 = load i32, ptr %34, align 8
  %36 = add nsw i32 %35, %28
  %37 = getelementptr inbounds i64, ptr %25, i64 %indvars.iv
  %38 = trunc nuw nsw i64 %indvars.iv to i32
  %39 = call fastcc i32 @wanted_dim(ptr noundef %1, i32 noundef %36, i32 noundef %38, ptr noundef nonnull %37)
  %.not28 = icmp eq i32 %39, 0
  br i1 %.not28, label %29, label %41

.thread:                                          ; preds = %29, %19
  %40 = call fastcc ptr @hand_out(ptr noundef nonnull %0, i32 noundef %28, ptr noundef nonnull %25)
  tail call void @llvm.stackrestore.p0(ptr %24)
  %.pre = load ptr, ptr %3, align 8
  br label %42

41:                                               ; preds = %.lr.ph
  tail call void @llvm.stackrestore.p0(ptr %24)
  br label %50

42:                                               ; preds = %.thread, %12
  %43 = phi ptr [ %.pre, %.thread ], [ %10, %12 ]
  %indvars.iv.next39 = add nuw nsw i64 %indvars.iv38, 1
  %44 = getelementptr inbounds i8, ptr %43, i64 68
  %45 = load i32, ptr %44, align 4
  %46 = sext i32 %45 to i64
  %47 = icmp slt i64 %indvars.iv.next39, %46
  br i1 %47, label %9, label %.critedge, !llvm.loop !48

.critedge:                                        ; preds = %9, %42, %2
  %48 = getelementptr inbounds i8, ptr %0, i64 88
  %49 = load i32, ptr %48, align 8
  br label %50

50:                                               ; preds = %41, %.critedge
  %.3 = phi i32 [ %39, %41 ], [ %49, %.critedge ]
  ret i32 %.3
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define internal fastcc range(i32 0, 5) i32 @check_type(ptr nocapture noundef readonly %0, i32 noundef %1) unnamed_addr #2 {
argument_at.exit:
  %2 = alloca %struct.tenon_text, align 8
  %3 = alloca %struct.tenon_text, align 8
  %4 = load ptr, ptr %0, align 8
  %5 = getelementptr inbounds i8, ptr %4, i64 64
  %6 = load i32, ptr %5, align 8
  %7 = icmp sgt i32 %6, %1
  %8 = getelementptr inbounds i8, ptr %0, i64 16
  %.pre30 = sub nsw i32 %1, %6
  %9 = getelementptr inbounds i8, ptr %0, i64 8
  %.pre30.sink = select i1 %7, i32 %1, i32 %.pre30
  %.sink34.in = select i1 %7, ptr %9, ptr %8
  %.sink = select i1 %7, i64 8, i64 16
  %.sink34 = load ptr, ptr %.sink34.in, align 8
  %.pre32 = sext i32 %.pre30.sink to i64
  %10 = getelementptr inbounds ptr, ptr %.sink34, i64 %.pre32
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds i8, ptr %4, i64 %.sink
  %.sink.i23 = load ptr, ptr %12, align 8
  %13 = getelementptr inbounds %struct.tenon_argument, ptr %.sink.i23, i64 %.pre32
  %14 = getelementptr inbounds i8, ptr %11, i64 8
  %15 = load i32, ptr %14, align 8
  %.not = icmp eq i32 %15, 1
  br i1 %.not, label %23, label %16

16:                                               ; preds = %argument_at.exit
  %17 = tail call fastcc { ptr, i64 } @complain(ptr noundef nonnull %0, i32 noundef 3, i32 noundef %1)
  %18 = extractvalue { ptr, i64 } %17, 0
  store ptr %18, ptr %2, align 8
  %19 = getelementptr inbounds i8, ptr %2, i64 8
  %20 = extractvalue { ptr, i64 } %17, 1
  store i64 %20, ptr %19, align 8
  call fastcc void @add(ptr noundef nonnull %2, ptr noundef nonnull @.str.53)
  %21 = load i32, ptr %14, align 8
  %22 = zext i32 %21 to i64
  call fastcc void @add_number(ptr noundef nonnull %2, i64 noundef %22)
  call fastcc void @add(ptr noundef nonnull %2, ptr noundef nonnull @.str.54)
  br label %62

23:                                               ; preds = %argument_at.exit
  %24 = getelementptr inbounds i8, ptr %11, i64 20
  %25 = load i8, ptr %24, align 2
  %26 = zext i8 %25 to i32
  %27 = getelementptr inbounds i8, ptr %13, i64 20
  %28 = load i32, ptr %27, align 4
  %29 = icmp eq i32 %28, %26
  br i1 %29, label %30, label %44

30:                                               ; preds = %23
  %31 = getelementptr inbounds i8, ptr %11, i64 21
  %32 = load i8, ptr %31, align 1
  %33 = zext i8 %32 to i32
  %34 = getelementptr inbounds i8, ptr %13, i64 24
  %35 = load i32, ptr %34, align 8
  %36 = icmp eq i32 %35, %33
  br i1 %36, label %37, label %44

37:                                               ; preds = %30
  %38 = getelementptr inbounds i8, ptr %11, i64 22
  %39 = load i16, ptr %38, align 2
  %40 = zext i16 %39 to i32
  %41 = getelementptr inbounds i8, ptr %13, i64 28
  %42 = load i32, ptr %41, align 4
  %43 = icmp eq i32 %42, %40
  br i1 %43, label %62, label %44

44:                                               ; preds = %37, %30, %23
  %45 = tail call fastcc { ptr, i64 } @complain(ptr noundef nonnull %0, i32 noundef 4, i32 noundef %1)
  %46 = extractvalue { ptr, i64 } %45, 0
  store ptr %46, ptr %3, align 8
  %47 = getelementptr inbounds i8, ptr %3, i64 8
  %48 = extractvalue { ptr, i64 } %45, 1
  store i64 %48, ptr %47, align 8
  call fastcc void @add(ptr noundef nonnull %3, ptr noundef nonnull @.str.55)
  %49 = load i8, ptr %24, align 2
  %50 = zext i8 %49 to i32
  %51 = getelementptr inbounds i8, ptr %11, i64 21
  %52 = load i8, ptr %51, align 1
  %53 = zext i8 %52 to i32
  %54 = getelementptr inbounds i8, ptr %11, i64 22
  %55 = load i16, ptr %54, align 2
  %56 = zext i16 %55 to i32
  call fastcc void @add_dtype(ptr noundef nonnull %3, i32 noundef %50, i32 noundef %53, i32 noundef %56)
  call fastcc void @add(ptr noundef nonnull %3, ptr noundef nonnull @.str.14)
  %57 = load i32, ptr %27, align 4
  %58 = getelementptr inbounds i8, ptr %13, i64 24
  %59 = load i32, ptr %58, align 8
  %60 = getelementptr inbounds i8, ptr %13, i64 28
  %61 = load i32, ptr %60, align 4
  call fastcc void @add_dtype(ptr noundef nonnull %3, i32 noundef %57, i32 noundef %59, i32 noundef %61)
  br label %62

62:                                               ; preds = %37, %44, %16
  %.0 = phi i32 [ 3, %16 ], [ 4, %44 ], [ 0, %37 ]
  ret i32 %.0
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define internal fastcc range(i32 0, 12) i32 @check_layout(ptr nocapture noundef readonly %0, i32 noundef %1) unnamed_addr #2 {
  %3 = alloca %struct.tenon_text, align 8
  %4 = alloca %struct.tenon_text, align 8
  %5 = alloca %struct.tenon_text, align 8
  %6 = load ptr, ptr %0, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 64
  %8 = load i32, ptr %7, align 8
  %9 = icmp sgt i32 %8, %1
  br i1 %9, label %14, label %10

10:                                               ; preds = %2
  %11 = getelementptr inbounds i8, ptr %0, i64 16
  %12 = load ptr, ptr %11, align 8
  %.not.i = icmp eq ptr %12, null
  %.pre37 = sub nsw i32 %1, %8
  %.pre39 = sext i32 %.pre37 to i64
  br i1 %.not.i, label %argument_at.exit, label %given_at.exit

given_at.exit:                                    ; preds = %10
  %13 = getelementptr inbounds ptr, ptr %12, i64 %.pre39
  br label %argument_at.exit.sink.split

14:                                               ; preds = %2
  %15 = getelementptr inbounds i8, ptr %0, i64 8
  %16 = load ptr, ptr %15, align 8
  %17 = sext i32 %1 to i64
  %18 = getelementptr inbounds ptr, ptr %16, i64 %17
  br label %argument_at.exit.sink.split

argument_at.exit.sink.split:                      ; preds = %14, %given_at.exit
  %.sink40 = phi ptr [ %13, %given_at.exit ], [ %18, %14 ]
  %.sink.ph = phi i64 [ 16, %given_at.exit ], [ 8, %14 ]
  %.pre-phi.ph = phi i64 [ %.pre39, %given_at.exit ], [ %17, %14 ]
  %19 = load ptr, ptr %.sink40, align 8
  br label %argument_at.exit

argument_at.exit:                                 ; preds = %argument_at.exit.sink.split, %10
  %.sink = phi i64 [ 16, %10 ], [ %.sink.ph, %argument_at.exit.sink.split ]
  %.pre-phi = phi i64 [ %.pre39, %10 ], [ %.pre-phi.ph, %argument_at.exit.sink.split ]
  %.0.i32 = phi ptr [ null, %10 ], [ %19, %argument_at.exit.sink.split ]
  %20 = getelementptr inbounds i8, ptr %6, i64 %.sink
  %.sink.i29 = load ptr, ptr %20, align 8
  %21 = getelementptr inbounds %struct.tenon_argument, ptr %.sink.i29, i64 %.pre-phi
  %22 = tail call fastcc i32 @rows_without_gaps(ptr noundef %.0.i32)
  %.not = icmp eq i32 %22, 0
  br i1 %.not, label %23, label %35

23:                                               ; preds = %argument_at.exit
  %24 = tail call fastcc { ptr, i64 } @complain(ptr noundef nonnull %0, i32 noundef 7, i32 noundef %1)
  %25 = extractvalue { ptr, i64 } %24, 0
  store ptr %25, ptr %4, align 8
  %26 = getelementptr inbounds i8, ptr %4, i64 8
  %27 = extractvalue { ptr, i64 } %24, 1
  store i64 %27, ptr %26, align 8
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef nonnull @.str.76)
  %28 = getelementptr inbounds i8, ptr %.0.i32, i64 32
  %29 = load ptr, ptr %28, align 8
  %30 = getelementptr inbounds i8, ptr %.0.i32, i64 16
  %31 = load i32, ptr %30, align 8
  call fastcc void @add_shape(ptr noundef nonnull %4, ptr noundef %29, i32 noundef %31)
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef nonnull @.str.77)
  %32 = getelementptr inbounds i8, ptr %.0.i32, i64 24
  %33 = load ptr, ptr %32, align 8
  %34 = load i32, ptr %30, align 8
  call fastcc void @add_shape(ptr noundef nonnull %4, ptr noundef %33, i32 noundef %34)
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef nonnull @.str.78)
  br label %80

35:                                               ; preds = %argument_at.exit
  %36 = getelementptr inbounds i8, ptr %.0.i32, i64 24
  %37 = load ptr, ptr %36, align 8
  %38 = tail call fastcc i64 @byte_count(ptr noundef %21, ptr noundef %37)
  %39 = icmp eq i64 %38, 0
  br i1 %39, label %80, label %40

40:                                               ; preds = %35
  %41 = load ptr, ptr %.0.i32, align 8
  %.not27 = icmp eq ptr %41, null
  br i1 %.not27, label %42, label %47

42:                                               ; preds = %40
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %3)
  %43 = tail call fastcc { ptr, i64 } @complain(ptr noundef nonnull readonly %0, i32 noundef 2, i32 noundef %1)
  %44 = extractvalue { ptr, i64 } %43, 0
  store ptr %44, ptr %3, align 8
  %45 = getelementptr inbounds i8, ptr %3, i64 8
  %46 = extractvalue { ptr, i64 } %43, 1
  store i64 %46, ptr %45, align 8
  call fastcc void @add(ptr noundef nonnull %3, ptr noundef nonnull readonly @.str.79)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %3)
  br label %80

47:                                               ; preds = %40
  %48 = ptrtoint ptr %41 to i64
  %49 = getelementptr inbounds i8, ptr %.0.i32, i64 40
  %50 = load i64, ptr %49, align 8
  %51 = add i64 %50, %48
  %52 = getelementptr inbounds i8, ptr %21, i64 24
  %53 = load i32, ptr %52, align 8
  %54 = icmp sgt i32 %53, 63
  br i1 %54, label %element_alignment.exit, label %55

55:                                               ; preds = %47
  %56 = icmp sgt i32 %53, 31
  br i1 %56, label %element_alignment.exit, label %57

57:                                               ; preds = %55
  %58 = icmp sgt i32 %53, 15
  %59 = zext i1 %58 to i64
  br label %element_alignment.exit

element_alignment.exit:                           ; preds = %47, %55, %57
  %60 = phi i64 [ 7, %47 ], [ %59, %57 ], [ 3, %55 ]
  %61 = and i64 %60, %51
  %.not28 = icmp eq i64 %61, 0
  br i1 %.not28, label %80, label %62

62:                                               ; preds = %element_alignment.exit
  %63 = tail call fastcc { ptr, i64 } @complain(ptr noundef nonnull %0, i32 noundef 8, i32 noundef %1)
  %64 = extractvalue { ptr, i64 } %63, 0
  store ptr %64, ptr %5, align 8
  %65 = getelementptr inbounds i8, ptr %5, i64 8
  %66 = extractvalue { ptr, i64 } %63, 1
  store i64 %66, ptr %65, align 8
  call fastcc void @add(ptr noundef nonnull %5, ptr noundef nonnull @.str.80)
  call fastcc void @add_counted(ptr noundef nonnull %5, i64 noundef %61, ptr noundef nonnull @.str.81)
  call fastcc void @add(ptr noundef nonnull %5, ptr noundef nonnull @.str.82)
  %67 = load i32, ptr %52, align 8
  %68 = icmp sgt i32 %67, 63
  br i1 %68, label %element_alignment.exit30, label %69

69:                                               ; preds = %62
  %70 = icmp sgt i32 %67, 31
  br i1 %70, label %element_alignment.exit30, label %71

71:                                               ; preds = %69
  %72 = icmp sgt i32 %67, 15
  %73 = select i1 %72, i64 2, i64 1
  br label %element_alignment.exit30

element_alignment.exit30:                         ; preds = %62, %69, %71
  %74 = phi i64 [ 8, %62 ], [ %73, %71 ], [ 4, %69 ]
  call fastcc void @add_number(ptr noundef nonnull %5, i64 noundef %74)
  call fastcc void @add(ptr noundef nonnull %5, ptr noundef nonnull @.str.83)
  %75 = getelementptr inbounds i8, ptr %21, i64 20
  %76 = load i32, ptr %75, align 4
  %77 = load i32, ptr %52, align 8
  %78 = getelementptr inbounds i8, ptr %21, i64 28
  %79 = load i32, ptr %78, align 4
  call fastcc void @add_dtype(ptr noundef nonnull %5, i32 noundef %76, i32 noundef %77, i32 noundef %79)
  br label %80

80:                                               ; preds = %element_alignment.exit, %35, %element_alignment.exit30, %42, %23
  %.0 = phi i32 [ 8, %element_alignment.exit30 ], [ 2, %42 ], [ 7, %23 ], [ 0, %35 ], [ 0, %element_alignment.exit ]
  ret i32 %.0
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define internal fastcc void @add_dtype(ptr nocapture noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3) unnamed_addr #2 {
  switch i32 %1, label %number_kind.exit [
    i32 7, label %20
    i32 8, label %5
    i32 9, label %6
    i32 10, label %7
    i32 11, label %8
    i32 12, label %9
    i32 13, label %10
    i32 14, label %11
    i32 17, label %12
    i32 0, label %21
    i32 1, label %13
    i32 2, label %14
    i32 4, label %15
    i32 5, label %16
  ]

5:                                                ; preds = %4
  br label %20

6:                                                ; preds = %4
  br label %20

7:                                                ; preds = %4
  br label %20

8:                                                ; preds = %4
  br label %20

9:                                                ; preds = %4
  br label %20

10:                                               ; preds = %4
  br label %20

11:                                               ; preds = %4
  br label %20

12:                                               ; preds = %4
  br label %20

13:                                               ; preds = %4
  br label %21

14:                                               ; preds = %4
  br label %21

15:                                               ; preds = %4
  br label %21

16:                                               ; preds = %4
  br label %21

number_kind.exit:                                 ; preds = %4
  %17 = icmp eq i32 %1, 6
  %18 = icmp eq i32 %2, 8
  %or.cond = and i1 %17, %18
  br i1 %or.cond, label %19, label %23

19:                                               ; preds = %number_kind.exit
  tail call fastcc void @add(ptr noundef %0, ptr noundef nonnull @.str.56)
  br label %26

20:                                               ; preds = %4, %12, %11, %10, %9, %8, %7, %6, %5
  %.0.i.ph = phi ptr [ @.str.62, %4 ], [ @.str.63, %5 ], [ @.str.64, %6 ], [ @.str.65, %7 ], [ @.str.66, %8 ], [ @.str.67, %9 ], [ @.str.68, %10 ], [ @.str.69, %11 ], [ @.str.70, %12 ]
  tail call fastcc void @add(ptr noundef %0, ptr noundef nonnull %.0.i.ph)
  br label %26

21:                                               ; preds = %4, %16, %15, %14, %13
  %.0.i28.ph.ph = phi ptr [ @.str.75, %16 ], [ @.str.74, %15 ], [ @.str.73, %14 ], [ @.str.72, %13 ], [ @.str.71, %4 ]
  tail call fastcc void @add(ptr noundef %0, ptr noundef nonnull %.0.i28.ph.ph)
  %22 = sext i32 %2 to i64
  tail call fastcc void @add_number(ptr noundef %0, i64 noundef %22)
  br label %26

23:                                               ; preds = %number_kind.exit
  tail call fastcc void @add(ptr noundef %0, ptr noundef nonnull @.str.57)
  %24 = sext i32 %1 to i64
  tail call fastcc void @add_number(ptr noundef %0, i64 noundef %24)
  tail call fastcc void @add(ptr noundef %0, ptr noundef nonnull @.str.58)
  %25 = sext i32 %2 to i64
  tail call fastcc void @add_number(ptr noundef %0, i64 noundef %25)
  tail call fastcc void @add(ptr noundef %0, ptr noundef nonnull @.str.59)
  br label %26

26:                                               ; preds = %20, %23, %21, %19
  %27 = icmp eq i32 %3, 1
  br i1 %27, label %30, label %28

28:                                               ; preds = %26
  tail call fastcc void @add(ptr noundef %0, ptr noundef nonnull @.str.60)
  %29 = sext i32 %3 to i64
  tail call fastcc void @add_number(ptr noundef %0, i64 noundef %29)
  tail call fastcc void @add(ptr noundef %0, ptr noundef nonnull @.str.61)
  br label %30

30:                                               ; preds = %26, %28
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define internal fastcc range(i32 0, 12) i32 @check_rank(ptr nocapture noundef readonly %0, i32 noundef %1) unnamed_addr #2 {
  %3 = alloca %struct.tenon_text, align 8
  %4 = alloca %struct.tenon_text, align 8
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 64
  %7 = load i32, ptr %6, align 8
  %8 = icmp sgt i32 %7, %1
  br i1 %8, label %13, label %9

9:                                                ; preds = %2
  %10 = getelementptr inbounds i8, ptr %0, i64 16
  %11 = load ptr, ptr %10, align 8
  %.not.i = icmp eq ptr %11, null
  %.pre49 = sub nsw i32 %1, %7
  %.pre51 = sext i32 %.pre49 to i64
  br i1 %.not.i, label %argument_at.exit, label %given_at.exit

given_at.exit:                                    ; preds = %9
  %12 = getelementptr inbounds ptr, ptr %11, i64 %.pre51
  br label %argument_at.exit.sink.split

13:                                               ; preds = %2
  %14 = getelementptr inbounds i8, ptr %0, i64 8
  %15 = load ptr, ptr %14, align 8
  %16 = sext i32 %1 to i64
  %17 = getelementptr inbounds ptr, ptr %15, i64 %16
  br label %argument_at.exit.sink.split

argument_at.exit.sink.split:                      ; preds = %13, %given_at.exit
  %.sink53 = phi ptr [ %12, %given_at.exit ], [ %17, %13 ]
  %.sink.ph = phi i64 [ 16, %given_at.exit ], [ 8, %13 ]
  %.pre-phi.ph = phi i64 [ %.pre51, %given_at.exit ], [ %16, %13 ]
  %18 = load ptr, ptr %.sink53, align 8
  br label %argument_at.exit

argument_at.exit:                                 ; preds = %argument_at.exit.sink.split, %9
  %.sink = phi i64 [ 16, %9 ], [ %.sink.ph, %argument_at.exit.sink.split ]
  %.pre-phi = phi i64 [ %.pre51, %9 ], [ %.pre-phi.ph, %argument_at.exit.sink.split ]
  %.0.i40 = phi ptr [ null, %9 ], [ %18, %argument_at.exit.sink.split ]
  %19 = getelementptr inbounds i8, ptr %5, i64 %.sink
  %.sink.i38 = load ptr, ptr %19, align 8
  %20 = getelementptr inbounds %struct.tenon_argument, ptr %.sink.i38, i64 %.pre-phi
  %21 = getelementptr inbounds i8, ptr %.0.i40, i64 16
  %22 = load i32, ptr %21, align 8
  %23 = getelementptr inbounds i8, ptr %20, i64 16
  %24 = load i32, ptr %23, align 8
  %.not = icmp eq i32 %22, %24
  br i1 %.not, label %43, label %25

25:                                               ; preds = %argument_at.exit
  %26 = tail call fastcc { ptr, i64 } @complain(ptr noundef nonnull %0, i32 noundef 5, i32 noundef %1)
  %27 = extractvalue { ptr, i64 } %26, 0
  store ptr %27, ptr %4, align 8
  %28 = getelementptr inbounds i8, ptr %4, i64 8
  %29 = extractvalue { ptr, i64 } %26, 1
  store i64 %29, ptr %28, align 8
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef nonnull @.str.85)
  %30 = load i32, ptr %21, align 8
  %31 = sext i32 %30 to i64
  call fastcc void @add_number(ptr noundef nonnull %4, i64 noundef %31)
  %32 = load i32, ptr %21, align 8
  %33 = add i32 %32, -1
  %or.cond = icmp ult i32 %33, 8
  br i1 %or.cond, label %34, label %40

34:                                               ; preds = %25
  %35 = getelementptr inbounds i8, ptr %.0.i40, i64 24
  %36 = load ptr, ptr %35, align 8
  %.not37 = icmp eq ptr %36, null
  br i1 %.not37, label %40, label %37

37:                                               ; preds = %34
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef nonnull @.str.86)
  %38 = load ptr, ptr %35, align 8
  %39 = load i32, ptr %21, align 8
  call fastcc void @add_shape(ptr noundef nonnull %4, ptr noundef %38, i32 noundef %39)
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef nonnull @.str.4)
  br label %40

40:                                               ; preds = %37, %34, %25
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef nonnull @.str.87)
  %41 = load i32, ptr %23, align 8
  %42 = sext i32 %41 to i64
  call fastcc void @add_number(ptr noundef nonnull %4, i64 noundef %42)
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef nonnull @.str.88)
  call fastcc void @add_wanted_shape(ptr noundef nonnull %4, ptr noundef nonnull %20)
  br label %67

43:                                               ; preds = %argument_at.exit
  %.not35 = icmp eq i32 %22, 0
  br i1 %.not35, label %.._crit_edge_crit_edge, label %44

44:                                               ; preds = %43
  %45 = getelementptr inbounds i8, ptr %.0.i40, i64 24
  %46 = load ptr, ptr %45, align 8
  %.not36 = icmp eq ptr %46, null
  br i1 %.not36, label %47, label %52

47:                                               ; preds = %44
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %3)
  %48 = tail call fastcc { ptr, i64 } @complain(ptr noundef nonnull readonly %0, i32 noundef 2, i32 noundef %1)
  %49 = extractvalue { ptr, i64 } %48, 0
  store ptr %49, ptr %3, align 8
  %50 = getelementptr inbounds i8, ptr %3, i64 8
  %51 = extractvalue { ptr, i64 } %48, 1
  store i64 %51, ptr %50, align 8
  call fastcc void @add(ptr noundef nonnull %3, ptr noundef nonnull readonly @.str.89)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %3)
  br label %67

52:                                               ; preds = %44
  %53 = icmp sgt i32 %22, 0
  br i1 %53, label %.lr.ph, label %.._crit_edge_crit_edge

.._crit_edge_crit_edge:                           ; preds = %43, %52
  %.phi.trans.insert = getelementptr inbounds i8, ptr %.0.i40, i64 24
  %.pre = load ptr, ptr %.phi.trans.insert, align 8
  br label %._crit_edge

.lr.ph:                                           ; preds = %52
  %54 = getelementptr inbounds i8, ptr %.0.i40, i64 24
  %55 = load ptr, ptr %54, align 8
  %wide.trip.count = zext nneg i32 %22 to i64
  br label %56

56:                                               ; preds = %.lr.ph, %62
  %indvars.iv = phi i64 [ 0, %.lr.ph ], [ %indvars.iv.next, %62 ]
  %57 = getelementptr inbounds i64, ptr %55, i64 %indvars.iv
  %58 = load i64, ptr %57, align 8
  %59 = icmp slt i64 %58, 0
  br i1 %59, label %60, label %62

60:                                               ; preds = %56
  %61 = trunc nuw nsw i64 %indvars.iv to i32
  tail call fastcc void @refuse_shape(ptr noundef nonnull %0, i32 noundef %1, i32 noundef %61, ptr noundef nonnull @.str.90)
  br label %67

62:                                               ; preds = %56
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count
  br i1 %exitcond.not, label %._crit_edge, label %56, !llvm.loop !49

._crit_edge:                                      ; preds = %62, %.._crit_edge_crit_edge
  %63 = phi ptr [ %.pre, %.._crit_edge_crit_edge ], [ %55, %62 ]
  %64 = tail call fastcc i64 @byte_count(ptr noundef %20, ptr noundef %63)
  %65 = icmp slt i64 %64, 0
  br i1 %65, label %66, label %67

66:                                               ; preds = %._crit_edge
  tail call fastcc void @refuse_shape(ptr noundef nonnull %0, i32 noundef %1, i32 noundef -1, ptr noundef nonnull @.str.91)
  br label %67

67:                                               ; preds = %._crit_edge, %66, %60, %47, %40
  %.032 = phi i32 [ 5, %40 ], [ 6, %60 ], [ 6, %66 ], [ 2, %47 ], [ 0, %._crit_edge ]
  ret i32 %.032
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define internal fastcc range(i32 0, 7) i32 @check_dims(ptr nocapture noundef readonly %0, i32 noundef %1) unnamed_addr #2 {
  %3 = alloca %struct.tenon_text, align 8
  %4 = alloca i64, align 8
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 64
  %7 = load i32, ptr %6, align 8
  %8 = icmp sgt i32 %7, %1
  br i1 %8, label %13, label %9

9:                                                ; preds = %2
  %10 = getelementptr inbounds i8, ptr %0, i64 16
  %11 = load ptr, ptr %10, align 8
  %.not.i = icmp eq ptr %11, null
  %.pre39 = sub nsw i32 %1, %7
  %.pre41 = sext i32 %.pre39 to i64
  br i1 %.not.i, label %argument_at.exit, label %given_at.exit

given_at.exit:                                    ; preds = %9
  %12 = getelementptr inbounds ptr, ptr %11, i64 %.pre41
  br label %argument_at.exit.sink.split

13:                                               ; preds = %2
  %14 = getelementptr inbounds i8, ptr %0, i64 8
  %15 = load ptr, ptr %14, align 8
  %16 = sext i32 %1 to i64
  %17 = getelementptr inbounds ptr, ptr %15, i64 %16
  br label %argument_at.exit.sink.split

argument_at.exit.sink.split:                      ; preds = %13, %given_at.exit
  %.sink47 = phi ptr [ %12, %given_at.exit ], [ %17, %13 ]
  %.sink.ph = phi i64 [ 16, %given_at.exit ], [ 8, %13 ]
  %.pre-phi.ph = phi i64 [ %.pre41, %given_at.exit ], [ %16, %13 ]
  %18 = load ptr, ptr %.sink47, align 8
  br label %argument_at.exit

argument_at.exit:                                 ; preds = %argument_at.exit.sink.split, %9
  %.sink = phi i64 [ 16, %9 ], [ %.sink.ph, %argument_at.exit.sink.split ]
  %.pre-phi = phi i64 [ %.pre41, %9 ], [ %.pre-phi.ph, %argument_at.exit.sink.split ]
  %.0.i25 = phi ptr [ null, %9 ], [ %18, %argument_at.exit.sink.split ]
  %19 = getelementptr inbounds i8, ptr %5, i64 %.sink
  %.sink.i21 = load ptr, ptr %19, align 8
  %20 = getelementptr inbounds %struct.tenon_argument, ptr %.sink.i21, i64 %.pre-phi, i32 2
  %21 = load i32, ptr %20, align 8
  %22 = icmp sgt i32 %21, 0
  br i1 %22, label %.lr.ph, label %.loopexit

.lr.ph:                                           ; preds = %argument_at.exit
  %23 = getelementptr inbounds i8, ptr %.0.i25, i64 24
  br label %24

24:                                               ; preds = %.lr.ph, %94
  %indvars.iv = phi i64 [ 0, %.lr.ph ], [ %indvars.iv.next, %94 ]
  %25 = trunc nuw nsw i64 %indvars.iv to i32
  %26 = call fastcc i32 @wanted_dim(ptr noundef nonnull %0, i32 noundef %1, i32 noundef %25, ptr noundef nonnull %4)
  %.not = icmp eq i32 %26, 0
  br i1 %.not, label %27, label %.loopexit

27:                                               ; preds = %24
  %28 = load i64, ptr %4, align 8
  %29 = icmp sgt i64 %28, -1
  br i1 %29, label %30, label %94

30:                                               ; preds = %27
  %31 = load ptr, ptr %23, align 8
  %32 = getelementptr inbounds i64, ptr %31, i64 %indvars.iv
  %33 = load i64, ptr %32, align 8
  %.not20 = icmp eq i64 %33, %28
  br i1 %.not20, label %94, label %34

34:                                               ; preds = %30
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %3)
  %35 = load ptr, ptr %0, align 8
  %36 = getelementptr inbounds i8, ptr %35, i64 64
  %37 = load i32, ptr %36, align 8
  %38 = icmp sgt i32 %37, %1
  br i1 %38, label %43, label %39

39:                                               ; preds = %34
  %40 = getelementptr inbounds i8, ptr %0, i64 16
  %41 = load ptr, ptr %40, align 8
  %.not.i.i = icmp eq ptr %41, null
  %.pre32.i = sub nsw i32 %1, %37
  %.pre34.i = sext i32 %.pre32.i to i64
  br i1 %.not.i.i, label %argument_at.exit.i, label %given_at.exit.i

given_at.exit.i:                                  ; preds = %39
  %42 = getelementptr inbounds ptr, ptr %41, i64 %.pre34.i
  br label %argument_at.exit.sink.split.i

43:                                               ; preds = %34
  %44 = getelementptr inbounds i8, ptr %0, i64 8
  %45 = load ptr, ptr %44, align 8
  %46 = sext i32 %1 to i64
  %47 = getelementptr inbounds ptr, ptr %45, i64 %46
  br label %argument_at.exit.sink.split.i

argument_at.exit.sink.split.i:                    ; preds = %43, %given_at.exit.i
  %.sink37.i = phi ptr [ %42, %given_at.exit.i ], [ %47, %43 ]
  %.sink.ph.i = phi i64 [ 16, %given_at.exit.i ], [ 8, %43 ]
  %.pre-phi.ph.i = phi i64 [ %.pre34.i, %given_at.exit.i ], [ %46, %43 ]
  %48 = load ptr, ptr %.sink37.i, align 8
  br label %argument_at.exit.i

argument_at.exit.i:                               ; preds = %argument_at.exit.sink.split.i, %39
  %.sink.i22 = phi i64 [ 16, %39 ], [ %.sink.ph.i, %argument_at.exit.sink.split.i ]
  %.pre-phi.i = phi i64 [ %.pre34.i, %39 ], [ %.pre-phi.ph.i, %argument_at.exit.sink.split.i ]
  %.0.i22.i = phi ptr [ null, %39 ], [ %48, %argument_at.exit.sink.split.i ]
  %49 = getelementptr inbounds i8, ptr %35, i64 %.sink.i22
  %.sink.i20.i = load ptr, ptr %49, align 8
  %50 = getelementptr inbounds %struct.tenon_argument, ptr %.sink.i20.i, i64 %.pre-phi.i, i32 1
  %51 = load ptr, ptr %50, align 8
  %52 = and i64 %indvars.iv, 4294967295
  %53 = getelementptr inbounds %struct.tenon_dim, ptr %51, i64 %52
  tail call fastcc void @refuse_shape(ptr noundef nonnull readonly %0, i32 noundef %1, i32 noundef %25, ptr noundef nonnull @.str.99)
  %54 = getelementptr inbounds i8, ptr %0, i64 32
  %55 = load ptr, ptr %54, align 8
  %56 = getelementptr inbounds i8, ptr %55, i64 8
  %57 = getelementptr inbounds i8, ptr %3, i64 8
  %58 = load i8, ptr %56, align 1
  %.not27.i = icmp eq i8 %58, 0
  br i1 %.not27.i, label %._crit_edge.i, label %.lr.ph.i

.lr.ph.i:                                         ; preds = %argument_at.exit.i, %.lr.ph.i
  %storemerge28.i = phi i64 [ %61, %.lr.ph.i ], [ 1015, %argument_at.exit.i ]
  %59 = phi ptr [ %60, %.lr.ph.i ], [ %56, %argument_at.exit.i ]
  %60 = getelementptr inbounds i8, ptr %59, i64 1
  %61 = add nsw i64 %storemerge28.i, -1
  %62 = load i8, ptr %60, align 1
  %.not.i23 = icmp eq i8 %62, 0
  br i1 %.not.i23, label %._crit_edge.i, label %.lr.ph.i, !llvm.loop !50

._crit_edge.i:                                    ; preds = %.lr.ph.i, %argument_at.exit.i
  %.lcssa.i = phi ptr [ %56, %argument_at.exit.i ], [ %60, %.lr.ph.i ]
  %storemerge.lcssa.i = phi i64 [ 1015, %argument_at.exit.i ], [ %61, %.lr.ph.i ]
  store i64 %storemerge.lcssa.i, ptr %57, align 8
  store ptr %.lcssa.i, ptr %3, align 8
  %63 = getelementptr inbounds i8, ptr %.0.i22.i, i64 24
  %64 = load ptr, ptr %63, align 8
  %65 = getelementptr inbounds i64, ptr %64, i64 %52
  %66 = load i64, ptr %65, align 8
  call fastcc void @add_number(ptr noundef nonnull %3, i64 noundef %66)
  call fastcc void @add(ptr noundef nonnull %3, ptr noundef nonnull @.str.14)
  %67 = getelementptr inbounds i8, ptr %53, i64 16
  %68 = load i64, ptr %67, align 8
  %69 = icmp eq i64 %68, 2
  br i1 %69, label %70, label %74

70:                                               ; preds = %._crit_edge.i
  %71 = load ptr, ptr %53, align 8
  %72 = load i64, ptr %71, align 8
  %73 = icmp eq i64 %72, 0
  br i1 %73, label %add_dim_value.exit.i, label %74

74:                                               ; preds = %70, %._crit_edge.i
  %75 = getelementptr inbounds i8, ptr %53, i64 8
  %76 = load ptr, ptr %75, align 8
  call fastcc void @add(ptr noundef nonnull %3, ptr noundef %76)
  call fastcc void @add(ptr noundef nonnull %3, ptr noundef nonnull @.str.96)
  br label %add_dim_value.exit.i

add_dim_value.exit.i:                             ; preds = %74, %70
  call fastcc void @add_number(ptr noundef nonnull %3, i64 noundef %28)
  %77 = load i64, ptr %67, align 8
  %78 = icmp eq i64 %77, 2
  br i1 %78, label %79, label %refuse_dim.exit

79:                                               ; preds = %add_dim_value.exit.i
  %80 = load ptr, ptr %53, align 8
  %81 = load i64, ptr %80, align 8
  %82 = icmp eq i64 %81, 1
  br i1 %82, label %83, label %refuse_dim.exit

83:                                               ; preds = %79
  %84 = getelementptr inbounds i8, ptr %35, i64 24
  %85 = load ptr, ptr %84, align 8
  %86 = getelementptr inbounds i8, ptr %80, i64 8
  %87 = load i64, ptr %86, align 8
  %88 = getelementptr inbounds %struct.tenon_symbol, ptr %85, i64 %87
  call fastcc void @add(ptr noundef nonnull %3, ptr noundef nonnull @.str.100)
  %89 = getelementptr inbounds i8, ptr %88, i64 12
  %90 = load i32, ptr %89, align 4
  %91 = sext i32 %90 to i64
  call fastcc void @add_number(ptr noundef nonnull %3, i64 noundef %91)
  call fastcc void @add(ptr noundef nonnull %3, ptr noundef nonnull @.str.58)
  %92 = getelementptr inbounds i8, ptr %88, i64 8
  %93 = load i32, ptr %92, align 8
  call fastcc void @add_argument(ptr noundef nonnull %3, ptr noundef %35, i32 noundef %93)
  br label %refuse_dim.exit

refuse_dim.exit:                                  ; preds = %add_dim_value.exit.i, %79, %83
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %3)
  br label %.loopexit

94:                                               ; preds = %27, %30
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %95 = load i32, ptr %20, align 8
  %96 = sext i32 %95 to i64
  %97 = icmp slt i64 %indvars.iv.next, %96
  br i1 %97, label %24, label %.loopexit, !llvm.loop !51

.loopexit:                                        ; preds = %24, %94, %argument_at.exit, %refuse_dim.exit
  %.0 = phi i32 [ 6, %refuse_dim.exit ], [ 0, %argument_at.exit ], [ %26, %24 ], [ 0, %94 ]
  ret i32 %.0
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define internal fastcc void @add_wanted_shape(ptr nocapture noundef %0, ptr nocapture noundef readonly %1) unnamed_addr #2 {
  tail call fastcc void @add(ptr noundef %0, ptr noundef nonnull @.str.17)
  %3 = getelementptr inbounds i8, ptr %1, i64 16
  %4 = load i32, ptr %3, align 8
  %5 = icmp sgt i32 %4, 0
  br i1 %5, label %6, label %._crit_edge

6:                                                ; preds = %2
  %7 = getelementptr inbounds i8, ptr %1, i64 8
  %.pre = load ptr, ptr %7, align 8
  %.phi.trans.insert = getelementptr inbounds i8, ptr %.pre, i64 8
  %.pre11 = load ptr, ptr %.phi.trans.insert, align 8
  tail call fastcc void @add(ptr noundef %0, ptr noundef %.pre11)
  %8 = load i32, ptr %3, align 8
  %9 = icmp sgt i32 %8, 1
  br i1 %9, label %.peel.next, label %._crit_edge

.peel.next:                                       ; preds = %6, %.peel.next
  %indvars.iv = phi i64 [ %indvars.iv.next, %.peel.next ], [ 1, %6 ]
  tail call fastcc void @add(ptr noundef %0, ptr noundef nonnull @.str.3)
  %10 = load ptr, ptr %7, align 8
  %11 = getelementptr inbounds %struct.tenon_dim, ptr %10, i64 %indvars.iv, i32 1
  %12 = load ptr, ptr %11, align 8
  tail call fastcc void @add(ptr noundef %0, ptr noundef %12)
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %13 = load i32, ptr %3, align 8
  %14 = sext i32 %13 to i64
  %15 = icmp slt i64 %indvars.iv.next, %14
  br i1 %15, label %.peel.next, label %._crit_edge, !llvm.loop !52

._crit_edge:                                      ; preds = %.peel.next, %6, %2
  tail call fastcc void @add(ptr noundef %0, ptr noundef nonnull @.str.18)
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define internal fastcc void @refuse_shape(ptr nocapture noundef readonly %0, i32 noundef %1, i32 noundef %2, ptr nocapture noundef readonly %3) unnamed_addr #2 {
argument_at.exit:
  %4 = alloca %struct.tenon_text, align 8
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 64
  %7 = load i32, ptr %6, align 8
  %8 = icmp sgt i32 %7, %1
  %9 = select i1 %8, i32 0, i32 %7
  %.sink8.i = sub nsw i32 %1, %9
  %.sink.in.i.v = select i1 %8, i64 8, i64 16
  %.sink.in.i = getelementptr inbounds i8, ptr %5, i64 %.sink.in.i.v
  %.sink.i = load ptr, ptr %.sink.in.i, align 8
  %10 = sext i32 %.sink8.i to i64
  %11 = getelementptr inbounds %struct.tenon_argument, ptr %.sink.i, i64 %10
  %12 = tail call fastcc { ptr, i64 } @complain(ptr noundef nonnull %0, i32 noundef 6, i32 noundef %1)
  %13 = extractvalue { ptr, i64 } %12, 0
  store ptr %13, ptr %4, align 8
  %14 = getelementptr inbounds i8, ptr %4, i64 8
  %15 = extractvalue { ptr, i64 } %12, 1
  store i64 %15, ptr %14, align 8
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef nonnull @.str.92)
  %16 = load ptr, ptr %0, align 8
  %17 = getelementptr inbounds i8, ptr %16, i64 64
  %18 = load i32, ptr %17, align 8
  %19 = icmp sgt i32 %18, %1
  %20 = select i1 %19, i32 0, i32 %18
  %.sink.i12 = sub nsw i32 %1, %20
  %.sink12.i.in.v = select i1 %19, i64 8, i64 16
  %.sink12.i.in = getelementptr inbounds i8, ptr %0, i64 %.sink12.i.in.v
  %.sink12.i = load ptr, ptr %.sink12.i.in, align 8
  %21 = sext i32 %.sink.i12 to i64
  %22 = getelementptr inbounds ptr, ptr %.sink12.i, i64 %21
  %23 = load ptr, ptr %22, align 8
  %24 = getelementptr inbounds i8, ptr %23, i64 24
  %25 = load ptr, ptr %24, align 8
  %26 = getelementptr inbounds i8, ptr %11, i64 16
  %27 = load i32, ptr %26, align 8
  call fastcc void @add_shape(ptr noundef nonnull %4, ptr noundef %25, i32 noundef %27)
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef nonnull @.str.14)
  call fastcc void @add_wanted_shape(ptr noundef nonnull %4, ptr noundef %11)
  %28 = icmp slt i32 %2, 0
  br i1 %28, label %31, label %29

29:                                               ; preds = %argument_at.exit
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef nonnull @.str.93)
  %30 = zext nneg i32 %2 to i64
  call fastcc void @add_number(ptr noundef nonnull %4, i64 noundef %30)
  br label %31

31:                                               ; preds = %argument_at.exit, %29
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef %3)
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define internal fastcc range(i32 0, 7) i32 @wanted_dim(ptr nocapture noundef readonly %0, i32 noundef %1, i32 noundef %2, ptr nocapture noundef %3) unnamed_addr #2 {
argument_at.exit:
  %4 = alloca %struct.tenon_text, align 8
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 64
  %7 = load i32, ptr %6, align 8
  %8 = icmp sgt i32 %7, %1
  %9 = select i1 %8, i32 0, i32 %7
  %.sink8.i = sub nsw i32 %1, %9
  %.sink.in.i.v = select i1 %8, i64 8, i64 16
  %.sink.in.i = getelementptr inbounds i8, ptr %5, i64 %.sink.in.i.v
  %.sink.i = load ptr, ptr %.sink.in.i, align 8
  %10 = sext i32 %.sink8.i to i64
  %11 = getelementptr inbounds %struct.tenon_argument, ptr %.sink.i, i64 %10, i32 1
  %12 = load ptr, ptr %11, align 8
  %13 = sext i32 %2 to i64
  %14 = getelementptr inbounds %struct.tenon_dim, ptr %12, i64 %13
  %15 = getelementptr inbounds i8, ptr %0, i64 24
  %16 = load ptr, ptr %15, align 8
  %17 = tail call fastcc i32 @evaluate(ptr noundef nonnull %5, ptr noundef %16, ptr noundef %14, ptr noundef %3)
  %18 = icmp eq i32 %17, 1
  br i1 %18, label %19, label %.critedge

19:                                               ; preds = %argument_at.exit
  store i64 -1, ptr %3, align 8
  br label %35

.critedge:                                        ; preds = %argument_at.exit
  %20 = icmp eq i32 %17, 0
  br i1 %20, label %21, label %24

21:                                               ; preds = %.critedge
  %22 = load i64, ptr %3, align 8
  %23 = icmp sgt i64 %22, -1
  br i1 %23, label %35, label %24

24:                                               ; preds = %21, %.critedge
  %25 = tail call fastcc { ptr, i64 } @complain(ptr noundef nonnull %0, i32 noundef 6, i32 noundef %1)
  %26 = extractvalue { ptr, i64 } %25, 0
  store ptr %26, ptr %4, align 8
  %27 = getelementptr inbounds i8, ptr %4, i64 8
  %28 = extractvalue { ptr, i64 } %25, 1
  store i64 %28, ptr %27, align 8
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef nonnull @.str.94)
  call fastcc void @add_number(ptr noundef nonnull %4, i64 noundef %13)
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef nonnull @.str.95)
  %29 = getelementptr inbounds i8, ptr %14, i64 8
  %30 = load ptr, ptr %29, align 8
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef %30)
  br i1 %20, label %31, label %33

31:                                               ; preds = %24
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef nonnull @.str.96)
  %32 = load i64, ptr %3, align 8
  call fastcc void @add_number(ptr noundef nonnull %4, i64 noundef %32)
  br label %34

33:                                               ; preds = %24
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef nonnull @.str.97)
  br label %34

34:                                               ; preds = %33, %31
  call fastcc void @add(ptr noundef nonnull %4, ptr noundef nonnull @.str.98)
  br label %35

35:                                               ; preds = %19, %21, %34
  %.0 = phi i32 [ 6, %34 ], [ 0, %21 ], [ 0, %19 ]
  ret i32 %.0
}

; Function Attrs: nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none)
define internal fastcc range(i32 0, 3) i32 @evaluate(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3) unnamed_addr #15 {
  %5 = alloca [32 x i64], align 16
  %6 = getelementptr inbounds i8, ptr %2, i64 16
  %7 = load i64, ptr %6, align 8
  %8 = icmp sgt i64 %7, 0
  br i1 %8, label %.lr.ph, label %combine.exit.thread

.lr.ph:                                           ; preds = %4
  %9 = load ptr, ptr %2, align 8
  %10 = getelementptr inbounds i8, ptr %0, i64 24
  br label %11

11:                                               ; preds = %.lr.ph, %85
  %.02743 = phi i32 [ 0, %.lr.ph ], [ %.1, %85 ]
  %.02842 = phi i64 [ 0, %.lr.ph ], [ %86, %85 ]
  %12 = getelementptr inbounds i64, ptr %9, i64 %.02842
  %13 = load i64, ptr %12, align 8
  %or.cond = icmp ult i64 %13, 2
  br i1 %or.cond, label %14, label %34

14:                                               ; preds = %11
  %15 = icmp eq i64 %13, 1
  %16 = add nsw i64 %.02842, 1
  %17 = getelementptr inbounds i64, ptr %9, i64 %16
  %18 = load i64, ptr %17, align 8
  br i1 %15, label %19, label %.thread

19:                                               ; preds = %14
  %20 = load ptr, ptr %10, align 8
  %21 = getelementptr inbounds %struct.tenon_symbol, ptr %20, i64 %18, i32 1
  %22 = load i32, ptr %21, align 8
  %23 = icmp slt i32 %22, 0
  br i1 %23, label %combine.exit.thread, label %24

24:                                               ; preds = %19
  %25 = icmp eq i32 %.02743, 32
  br i1 %25, label %combine.exit.thread, label %27

.thread:                                          ; preds = %14
  %26 = icmp eq i32 %.02743, 32
  br i1 %26, label %combine.exit.thread, label %.thread32

27:                                               ; preds = %24
  %28 = getelementptr inbounds i64, ptr %1, i64 %18
  %29 = load i64, ptr %28, align 8
  br label %.thread32

.thread32:                                        ; preds = %.thread, %27
  %30 = phi i64 [ %29, %27 ], [ %18, %.thread ]
  %31 = add nsw i32 %.02743, 1
  %32 = sext i32 %.02743 to i64
  %33 = getelementptr inbounds [32 x i64], ptr %5, i64 0, i64 %32
  store i64 %30, ptr %33, align 8
  br label %85

34:                                               ; preds = %11
  %35 = icmp slt i32 %.02743, 2
  br i1 %35, label %combine.exit.thread, label %36

36:                                               ; preds = %34
  %37 = add nsw i32 %.02743, -2
  %38 = zext nneg i32 %37 to i64
  %39 = getelementptr inbounds [32 x i64], ptr %5, i64 0, i64 %38
  %40 = load i64, ptr %39, align 8
  %41 = add nsw i32 %.02743, -1
  %42 = zext nneg i32 %41 to i64
  %43 = getelementptr inbounds [32 x i64], ptr %5, i64 0, i64 %42
  %44 = load i64, ptr %43, align 8
  switch i64 %13, label %combine.exit.thread [
    i64 2, label %45
    i64 3, label %47
    i64 4, label %49
    i64 5, label %51
    i64 6, label %60
    i64 7, label %71
    i64 8, label %78
    i64 9, label %80
    i64 10, label %82
  ]

45:                                               ; preds = %36
  %46 = tail call { i64, i1 } @llvm.sadd.with.overflow.i64(i64 %40, i64 %44)
  br label %combine.exit

47:                                               ; preds = %36
  %48 = tail call { i64, i1 } @llvm.ssub.with.overflow.i64(i64 %40, i64 %44)
  br label %combine.exit

49:                                               ; preds = %36
  %50 = tail call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %40, i64 %44)
  br label %combine.exit

51:                                               ; preds = %36
  %52 = icmp eq i64 %44, 0
  br i1 %52, label %combine.exit.thread, label %53

53:                                               ; preds = %51
  %54 = icmp eq i64 %44, -1
  %55 = icmp eq i64 %40, -9223372036854775808
  %or.cond.i.i = and i1 %55, %54
  br i1 %or.cond.i.i, label %combine.exit.thread, label %56

56:                                               ; preds = %53
  %57 = sdiv i64 %40, %44
  %58 = srem i64 %40, %44
  %.not.i.i = icmp eq i64 %58, 0
  %.unshifted.i.i = xor i64 %44, %40
  %.unshifted.lobit.neg.i.i = ashr i64 %.unshifted.i.i, 63
  %.neg.i.i = select i1 %.not.i.i, i64 0, i64 %.unshifted.lobit.neg.i.i
  %59 = add i64 %.neg.i.i, %57
  br label %combine.exit.thread36

60:                                               ; preds = %36
  %61 = icmp eq i64 %44, 0
  br i1 %61, label %combine.exit.thread, label %62

62:                                               ; preds = %60
  %63 = icmp eq i64 %44, -1
  %64 = icmp eq i64 %40, -9223372036854775808
  %or.cond.i33.i = and i1 %64, %63
  br i1 %or.cond.i33.i, label %combine.exit.thread, label %65

65:                                               ; preds = %62
  %66 = sdiv i64 %40, %44
  %67 = srem i64 %40, %44
  %.not.i34.i = icmp ne i64 %67, 0
  %.unshifted.i35.i = xor i64 %44, %40
  %68 = icmp sgt i64 %.unshifted.i35.i, -1
  %narrow.i.i = and i1 %68, %.not.i34.i
  %69 = zext i1 %narrow.i.i to i64
  %70 = add nsw i64 %66, %69
  br label %combine.exit.thread36

71:                                               ; preds = %36
  switch i64 %44, label %72 [
    i64 0, label %combine.exit.thread
    i64 -1, label %74
  ]

72:                                               ; preds = %71
  %73 = srem i64 %40, %44
  br label %74

74:                                               ; preds = %72, %71
  %75 = phi i64 [ %73, %72 ], [ 0, %71 ]
  %.not.i37.i = icmp eq i64 %75, 0
  %.not14.unshifted.i.i = xor i64 %75, %44
  %.not14.i.i = icmp sgt i64 %.not14.unshifted.i.i, -1
  %or.cond.i38.i = or i1 %.not.i37.i, %.not14.i.i
  %76 = select i1 %or.cond.i38.i, i64 0, i64 %44
  %77 = add nsw i64 %76, %75
  br label %combine.exit.thread36

78:                                               ; preds = %36
  %79 = tail call i64 @llvm.smin.i64(i64 %40, i64 %44)
  br label %combine.exit.thread36

80:                                               ; preds = %36
  %81 = tail call i64 @llvm.smax.i64(i64 %40, i64 %44)
  br label %combine.exit.thread36

82:                                               ; preds = %36
  %83 = icmp eq i64 %40, 1
  %84 = select i1 %83, i64 %44, i64 %40
  br label %combine.exit.thread36

combine.exit.thread36:                            ; preds = %74, %65, %56, %82, %80, %78
  %.sink.i.ph = phi i64 [ %79, %78 ], [ %81, %80 ], [ %84, %82 ], [ %59, %56 ], [ %70, %65 ], [ %77, %74 ]
  store i64 %.sink.i.ph, ptr %39, align 8
  br label %85

combine.exit:                                     ; preds = %45, %47, %49
  %.pn = phi { i64, i1 } [ %50, %49 ], [ %48, %47 ], [ %46, %45 ]
  %.0.shrunk.ph.i = extractvalue { i64, i1 } %.pn, 1
  %.sink.i = extractvalue { i64, i1 } %.pn, 0
  store i64 %.sink.i, ptr %39, align 8
  br i1 %.0.shrunk.ph.i, label %combine.exit.thread, label %85

85:                                               ; preds = %combine.exit, %combine.exit.thread36, %.thread32
  %.129 = phi i64 [ %16, %.thread32 ], [ %.02842, %combine.exit.thread36 ], [ %.02842, %combine.exit ]
  %.1 = phi i32 [ %31, %.thread32 ], [ %41, %combine.exit.thread36 ], [ %41, %combine.exit ]
  %86 = add nsw i64 %.129, 1
  %87 = icmp slt i64 %86, %7
  br i1 %87, label %11, label %._crit_edge, !llvm.loop !53

._crit_edge:                                      ; preds = %85
  %88 = icmp eq i32 %.1, 1
  br i1 %88, label %89, label %combine.exit.thread

89:                                               ; preds = %._crit_edge
  %90 = load i64, ptr %5, align 16
  store i64 %90, ptr %3, align 8
  br label %combine.exit.thread

combine.exit.thread:                              ; preds = %71, %60, %62, %51, %53, %36, %.thread, %34, %combine.exit, %24, %19, %4, %._crit_edge, %89
  %.0 = phi i32 [ 0, %89 ], [ 2, %._crit_edge ], [ 2, %4 ], [ 2, %71 ], [ 2, %60 ], [ 2, %62 ], [ 2, %51 ], [ 2, %53 ], [ 2, %36 ], [ 2, %.thread ], [ 2, %34 ], [ 2, %combine.exit ], [ 2, %24 ], [ 1, %19 ]
  ret i32 %.0
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { i64, i1 } @llvm.sadd.with.overflow.i64(i64, i64) #12

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { i64, i1 } @llvm.ssub.with.overflow.i64(i64, i64) #12

; Function Attrs: nounwind
declare i32 @sched_getaffinity(i32 noundef, i64 noundef, ptr noundef) local_unnamed_addr #5

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.ctpop.i64(i64) #12

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare ptr @llvm.stacksave.p0() #16

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.stackrestore.p0(ptr) #16

; Function Attrs: nounwind
declare i32 @dladdr(ptr noundef, ptr noundef) local_unnamed_addr #5

declare i32 @pthread_join(i64 noundef, ptr noundef) local_unnamed_addr #7

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.abs.i64(i64, i1 immarg) #17

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smax.i64(i64, i64) #17

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umax.i64(i64, i64) #17

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smin.i64(i64, i64) #17

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #18

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #18

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umax.i32(i32, i32) #17

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smin.i32(i32, i32) #17

attributes #0 = { noinline nounwind }
attributes #1 = { nofree norecurse nounwind memory(readwrite, inaccessiblemem: none) }
attributes #2 = { nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) }
attributes #3 = { nounwind }
attributes #4 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { nounwind }
attributes #6 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #7 = { nounwind }
attributes #8 = { mustprogress nofree nosync nounwind willreturn memory(none) }
attributes #9 = { mustprogress nofree nounwind willreturn allockind("alloc,uninitialized,aligned") allocsize(1) memory(inaccessiblemem: readwrite) }
attributes #10 = { mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite) }
attributes #11 = { nofree norecurse nosync nounwind memory(argmem: read) }
attributes #12 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #13 = { mustprogress nofree nounwind willreturn memory(argmem: read) }
attributes #14 = { nofree norecurse nosync nounwind memory(read, inaccessiblemem: none) }
attributes #15 = { nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none) }
attributes #16 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #17 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #18 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #19 = { nounwind }
attributes #20 = { nounwind allocsize(1) }
attributes #21 = { nounwind willreturn memory(none) }
attributes #22 = { nounwind willreturn memory(read) }


!2 = !{i64 373866}
!3 = distinct !{!3, !4}
!4 = !{!"llvm.loop.mustprogress"}
!5 = distinct !{!5, !4}
!6 = distinct !{!6, !4}
!7 = distinct !{!7, !4}
!8 = distinct !{!8, !4}
!9 = distinct !{!9, !4}
!10 = distinct !{!10, !4}
!11 = distinct !{!11, !4}
!12 = distinct !{!12, !4}
!13 = distinct !{!13, !4}
!14 = distinct !{!14, !4}
!15 = distinct !{!15, !4}
!16 = distinct !{!16, !4}
!17 = distinct !{!17, !4}
!18 = distinct !{!18, !4}
!19 = distinct !{!19, !4}
!20 = distinct !{!20, !4}
!21 = distinct !{!21, !4}
!22 = distinct !{!22, !4}
!23 = distinct !{!23, !4}
!24 = distinct !{!24, !4}
!25 = distinct !{!25, !4}
!26 = distinct !{!26, !4}
!27 = distinct !{!27, !4}
!28 = distinct !{!28, !4}
!29 = distinct !{!29, !4}
!30 = distinct !{!30, !4}
!31 = distinct !{!31, !4}
!32 = distinct !{!32, !4}
!33 = distinct !{!33, !4}
!34 = distinct !{!34, !4}
!35 = distinct !{!35, !4}
!36 = distinct !{!36, !4}
!37 = distinct !{!37, !4}
!38 = distinct !{!38, !4}
!39 = distinct !{!39, !4}
!40 = distinct !{!40, !4}
!41 = distinct !{!41, !4, !42}
!42 = !{!"llvm.loop.peeled.count", i32 1}
!43 = distinct !{!43, !4}
!44 = distinct !{!44, !4}
!45 = distinct !{!45, !4}
!46 = distinct !{!46, !4}
!47 = distinct !{!47, !4}
!48 = distinct !{!48, !4}
!49 = distinct !{!49, !4}
!50 = distinct !{!50, !4}
!51 = distinct !{!51, !4}
!52 = distinct !{!52, !4, !42}
!53 = distinct !{!53, !4}
