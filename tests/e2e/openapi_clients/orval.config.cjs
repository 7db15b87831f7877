// posed as orval's client for fetch; BASE: address of the daemon
const output = { target: "./made/orval.ts", client: "fetch", mode: "single", baseUrl: process.env.BASE };
module.exports = { posed: { input: "./made/openapi.json", output } };
