import { describeFaults } from './cluster-faults';
import { startGalera } from './galera';

jest.setTimeout(180_000);

describeFaults(startGalera);
