import { guardPlans } from './guard-plans';

describe('plans with ids in group order', () => guardPlans('group'));
