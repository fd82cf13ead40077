import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';

export interface GraphQLAnswer<Data> {
  readonly status: number;
  readonly headers: Headers;
  readonly data?: Data | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions: { readonly code: string; readonly type: string };
  }[];
}

/** Sends operations to one gateway as one caller. */
export function graphqlClient(url: string, token: string | undefined) {
  async function send<Data>(body: object, headers: Record<string, string> = {}): Promise<GraphQLAnswer<Data>> {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: JSON.stringify(body),
    });
    const { data, errors } = (await response.json()) as Pick<GraphQLAnswer<Data>, 'data' | 'errors'>;
    return { status: response.status, headers: response.headers, data, errors };
  }

  return {
    send,
    /** The data of an operation that must succeed. */
    async ask<Data, Variables>(document: TypedDocumentNode<Data, Variables>, variables: Variables): Promise<Data> {
      const { data, errors } = await send<Data>({ query: print(document), variables });
      if (errors !== undefined || !data) throw new Error(JSON.stringify(errors));
      return data;
    },
    /** The errors of an operation that must fail. */
    async refused<Data, Variables>(document: TypedDocumentNode<Data, Variables>, variables: Variables) {
      const { errors } = await send<Data>({ query: print(document), variables });
      return errors?.map(({ extensions }) => extensions);
    },
  };
}
