/** Without stack traces and the development checks of graphql-js, fifty thousand answers take half the time. */
process.env.NODE_ENV = 'production';
Error.stackTraceLimit = 0;

export {};
