import { Command } from 'commander';

import { examples } from '../../src/cli/terminal';
import { proxyCommand } from './proxy';
import { readyCommand } from './ready';
import { replayCommand } from './replay';

/** `leasegate cutover`: moving callers from an old service to this one. */
export const cutoverCommand = (): Command =>
  new Command('cutover')
    .description('move callers from an old service: a proxy between both, replay, and who is ready')
    .addCommand(proxyCommand())
    .addCommand(replayCommand())
    .addCommand(readyCommand())
    .addHelpText('after', examples('leasegate cutover proxy --old https://old.example --new http://127.0.0.1:4000'));
