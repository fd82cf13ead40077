/** Does `cleanUp` after `work`, whatever comes of it. Where both fail, the error of `work` is thrown: it is the cause. */
export async function thenCleanUp<Result>(
  work: () => Promise<Result>,
  cleanUp: () => Promise<unknown>,
): Promise<Result> {
  const result = await work().catch(async (error: unknown) => {
    await cleanUp().catch(() => {});
    throw error;
  });
  await cleanUp();
  return result;
}
