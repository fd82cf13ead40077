/** PostGraphile 5.1 asks for Node 22. This is all that it misses on Node 20 here. */

type WithResolvers = <Value>() => {
  promise: Promise<Value>;
  resolve: (value: Value | PromiseLike<Value>) => void;
  reject: (reason?: unknown) => void;
};

const constructor = Promise as PromiseConstructor & { withResolvers?: WithResolvers };

constructor.withResolvers ??= <Value>() => {
  let resolve!: (value: Value | PromiseLike<Value>) => void;
  let reject!: (reason?: unknown) => void;
  const promise = new Promise<Value>((...both) => ([resolve, reject] = both));
  return { promise, resolve, reject };
};
