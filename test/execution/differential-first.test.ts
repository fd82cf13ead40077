import { testDifferentially } from './differential';

testDifferentially(20261122);
