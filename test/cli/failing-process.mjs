/** Loaded into a program under test: lets a signal make what nobody handles happen in it. */

process.on('SIGUSR2', () => {
  throw new Error('nobody catches this: jane.doe@example.org');
});
process.on('SIGWINCH', () => {
  void Promise.reject(new TypeError('nobody waits for this: jane.doe@example.org'));
});
