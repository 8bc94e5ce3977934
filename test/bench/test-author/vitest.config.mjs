// As in a project that has installed the package: Node loads it, not Vite.
const deps = { external: [/[\\/]sandbox[\\/]dist[\\/]/] };

export default { test: { include: ['*.test.mjs'], testTimeout: 600_000, server: { deps } } };
