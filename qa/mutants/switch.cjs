const { appendFileSync, readFileSync } = require('node:fs');

/**
 * What Stryker's switches call. Read from a file, because tests give programs an environment of their own. Without an active
 * mistake, it notes which are reached, once for each time that a source file is loaded.
 */
module.exports = (folder) => {
  const active = readFileSync(`${folder}/active`, 'utf8');
  const seen = new Set();
  return {
    stryMutAct_9fa48: (id) => id === active,
    stryCov_9fa48: (...ids) => {
      const fresh = active === '' ? ids.filter((id) => !seen.has(id)) : [];
      for (const id of fresh) seen.add(id);
      if (fresh.length > 0) appendFileSync(`${folder}/reached`, `${fresh.join(' ')} `);
    },
  };
};
