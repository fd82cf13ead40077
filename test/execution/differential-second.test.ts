import { testDifferentially } from './differential';

testDifferentially(20270000);
