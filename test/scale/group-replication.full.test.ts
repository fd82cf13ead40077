import { describeFaults } from './cluster-faults';
import { startGroup } from './group-replication';

jest.setTimeout(180_000);

describeFaults(startGroup);
