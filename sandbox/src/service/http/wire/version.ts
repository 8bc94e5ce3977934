import packageJson from '../../../../package.json' with { type: 'json' };

/** Version of the sandbox package. */
export const version: string = packageJson.version;
