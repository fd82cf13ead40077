import { guardPlans } from './guard-plans';

describe('plans with ids in random order', () => guardPlans('random'));
