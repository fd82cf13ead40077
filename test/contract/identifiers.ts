/** Expands `bulk-[001-253/2]` to bulk-001, bulk-003, … bulk-253; any other text stays as it is. */
export function expandIdentifiers(patterns: readonly string[]): string[] {
  return patterns.flatMap((pattern) => {
    const [, head = '', from = '', to = '', step = '1'] = /^(.*)\[(\d+)-(\d+)(?:\/(\d+))?\]$/.exec(pattern) ?? [];
    if (from === '') return [pattern];
    const count = Math.floor((Number(to) - Number(from)) / Number(step)) + 1;
    return Array.from({ length: count }, (_, index) => {
      const figure = String(Number(from) + index * Number(step));
      return `${head}${figure.padStart(from.length, '0')}`;
    });
  });
}
