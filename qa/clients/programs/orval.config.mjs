const output = (client, extra) => ({
  input: 'openapi.json',
  output: { client, target: `generated/orval-${client}.ts`, ...extra },
});

export default {
  fetch: output('fetch', { baseUrl: { runtime: 'process.env.GATEWAY' } }),
  zod: output('zod'),
};
