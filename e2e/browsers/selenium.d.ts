// Node wants the files' names, which the types lack.
declare module 'selenium-webdriver/http/index.js' {
  export * from 'selenium-webdriver/http';
}
declare module 'selenium-webdriver/remote/index.js' {
  export * from 'selenium-webdriver/remote';
}
