/** Fifty thousand answers take half the time without stacks of errors, and without what graphql-js checks only in development. */
process.env.NODE_ENV = 'production';
Error.stackTraceLimit = 0;

export {};
