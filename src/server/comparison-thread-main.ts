/** The program of the thread that compares answers. Its `workerData` is the settings. */

import { type MessagePort, parentPort, workerData } from 'node:worker_threads';

import { pino } from 'pino';

import type { Settings } from '../config/settings';
import { causeOf } from '../http/failure-log';
import { callerLabel } from '../legacy/callers';
import { comparer, type ServedRequest } from '../legacy/comparer';
import { openTo } from '../legacy/in-process';
import { oldService } from '../legacy/old-service';
import { ask } from '../legacy/question';
import { localDateIn } from '../model/local-date';
import { callerHash } from '../telemetry/caller-hash';
import type { FromThread, SentRequest, ThreadEvent, ThreadListeners, ToThread } from './comparison-thread';
import { openOwnSide } from './own-side';

/** Milliseconds between two messages with events that belong to no comparison. */
const TELL_MS = 1_000;

async function compareFor(port: MessagePort, settings: Settings): Promise<void> {
  const { legacy } = settings;
  if (legacy?.key === undefined) throw new Error('There is nothing to compare.');
  const { comparisons: atOnce, timeoutMs, key } = legacy;
  let events: ThreadEvent[] = [];
  const note =
    <Name extends keyof ThreadListeners>(name: Name) =>
    (...values: Parameters<ThreadListeners[Name]>): void =>
      void events.push([name, ...values] as unknown as ThreadEvent);
  const tell = (answer?: FromThread['answer']): void => {
    if (answer === undefined && events.length === 0) return;
    port.postMessage({ events, answer } satisfies FromThread);
    events = [];
  };
  const log = pino({ level: settings.logLevel, base: undefined, timestamp: false }, { write: note('logged') });

  const now = () => new Date();
  const monotonicNow = () => performance.now();
  const todayIn = localDateIn(settings.businessTimeZone);
  const own = await openOwnSide(settings, {
    atOnce,
    now,
    monotonicNow,
    today: () => todayIn(now()),
    log,
    metrics: {
      statementEnded: note('statementEnded'),
      rowsRead: note('rowsRead'),
      poolEvents: {
        connected: note('connected'),
        closed: note('closed'),
        refused: note('refused'),
        waiting: note('waiting'),
        busy: note('busy'),
        discarded: note('discarded'),
        retried: note('retried'),
        killed: note('killed'),
      },
    },
  });
  // Not earlier: a failure during the start must end the thread, because it could not compare.
  process.on('unhandledRejection', (reason) => log.error({ cause: causeOf(reason) }, 'unhandled rejection'));
  const service = oldService(legacy.url, atOnce);
  const hash = callerHash(key);
  const { compare, close } = comparer({
    sides: { legacy: service.ask, own: ask('localhost', openTo(own.server)) },
    labelOf: callerLabel(async (authorization) => (await own.authenticate(authorization)).subject, hash),
    onAnswer: note('answered'),
    hash,
    timeoutMs,
    monotonicNow,
  });

  const timer = setInterval(() => tell(), TELL_MS);
  const end = async (): Promise<void> => {
    clearInterval(timer);
    close();
    service.close();
    await own.close();
    tell();
    port.close();
  };
  port.on('message', (message: ToThread) => {
    if (message === 'close') return void end();
    const { id, request } = message;
    void compare(received(request)).then((compared) => tell({ id, compared }));
  });
}

function received({ question, answer, ...request }: SentRequest): ServedRequest {
  return {
    ...request,
    question: { ...question, body: Buffer.from(question.body.buffer) },
    answer: { ...answer, bytes: Buffer.from(answer.bytes.buffer) },
  };
}

if (parentPort !== null) void compareFor(parentPort, workerData as Settings);
