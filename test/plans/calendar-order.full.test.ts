import { guardPlans } from './guard-plans';

describe('plans with ids in calendar order', () => guardPlans('calendar'));
