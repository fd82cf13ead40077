import { defineConfig } from 'prisma/config';

// The generator needs no engine, yet the command fetches one unless a program is named in its place.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({ schema: 'src/prisma/schema.prisma' });
