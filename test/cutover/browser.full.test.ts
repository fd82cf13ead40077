/** Chromium reads the same texts from the bytes of old services. */

import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

import { answerIn } from '../../cutover/contract/answers';
import { launchBrowser } from '../support/browser';
import { startService } from './service';

const LATIN = Buffer.from('{"a":"Zo\xeb \x80\x92\xff!"}', 'latin1');
const [UTF_8, UTF_16] = [Buffer.from('{"a":"Zoë €"}'), Buffer.from('\ufeff{"a":"Zoë €"}', 'utf16le')];
const BODIES = [LATIN, UTF_8, Buffer.from('\ufeff{"a":"ë"}'), UTF_16, Buffer.from(UTF_16).swap16()];
const CHARSETS = ['', 'iso-8859-1', '"windows-1252"', 'US-ASCII', 'utf-8', 'utf-16', 'latin9', 'utf8mb4'];
const CODED = Object.entries({
  ...{ 'x-gzip': gzipSync(UTF_8), GZIP: gzipSync(UTF_8), 'br, gzip': gzipSync(brotliCompressSync(UTF_8)) },
  ...{ deflate: deflateSync(UTF_8), Deflate: deflateRawSync(UTF_8), 'UTF-8': UTF_8 },
});
const CASES = [
  ...BODIES.flatMap((bytes) =>
    CHARSETS.map((charset) => [bytes, `text/plain; charset=${charset}`, 'identity'] as const),
  ),
  ...CODED.map(([coding, bytes]) => [bytes, 'application/json', coding] as const),
];

test('of every encoding and coding', async () => {
  const service = await startService((response, { url }) => {
    const [bytes, type, coding] = CASES[Number(url.slice(1))] ?? CASES[0]!;
    response.writeHead(200, { 'Content-Type': type, 'Content-Encoding': coding }).end(bytes);
  });
  const browser = await launchBrowser();
  const page = await browser.newPage();
  await page.goto(`${service.url}/0`);
  const read = "const x = new XMLHttpRequest(); x.open('GET', url, false); x.send(); return x.responseText";
  for (const [nth, [bytes, type, coding]] of CASES.entries()) {
    const seen = await page.evaluate(`((url) => { ${read} })('/${nth}')`);
    const headers = { 'content-type': type, 'content-encoding': coding };
    expect([type, coding, (await answerIn({ status: 200, headers, bytes })).text]).toEqual([type, coding, seen]);
  }
  await browser.close();
}, 60_000);
