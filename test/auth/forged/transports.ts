import { Agent, request } from 'node:http';

import { LEASES, TENANTS } from '../../http/client';

export interface Doors {
  /** What REST answers: the `type` of a refusal. */
  rest(authorization: string): Promise<string>;
  /** What GraphQL answers: the `type` of a refusal, or who the caller is. */
  graphql(authorization: string): Promise<string>;
  close(): void;
}

interface Answered {
  readonly error?: { readonly type: string };
  readonly errors?: readonly { readonly extensions: { readonly type: string } }[];
  readonly data?: { readonly viewer: { readonly subject: string } };
}

/** Both doors as a client reaches them that writes its header byte for byte, and keeps its connections. */
export function doorsOf(url: string): Doors {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });

  function post(path: string, authorization: string, body: object): Promise<Answered> {
    const headers = {
      'Content-Type': 'application/json',
      // A header is bytes; Node writes each character as one.
      Authorization: Buffer.from(authorization).toString('latin1'),
    };
    return new Promise((resolve, reject) => {
      const sent = request(url + path, { method: 'POST', agent, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.once('error', reject).once('end', () => resolve(JSON.parse(text) as Answered));
      });
      sent.once('error', reject).end(JSON.stringify(body));
    });
  }

  let turn = 0;
  return {
    async rest(authorization) {
      const { error } = await post((turn += 1) % 2 === 0 ? LEASES : TENANTS, authorization, {
        group_id: 'a',
        group_external_ref: 'b',
      });
      return error?.type ?? 'accepted';
    },
    async graphql(authorization) {
      const { error, errors, data } = await post('/graphql', authorization, { query: '{ viewer { subject } }' });
      return data?.viewer.subject ?? errors?.[0]?.extensions.type ?? error?.type ?? 'accepted';
    },
    close: () => agent.destroy(),
  };
}
