declare module '@20minutes/s3rver' {
  interface Options {
    directory: string;
    address: string;
    port: number;
    silent: boolean;
    configureBuckets: { name: string; configs: Buffer[] }[];
  }
  export default class S3rver {
    constructor(options: Options);
    run(): Promise<{ address: string; port: number }>;
  }
}
