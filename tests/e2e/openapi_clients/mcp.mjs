// The Model Context Protocol's own client (npm) calls the tools of posed: node mcp.mjs BASE.
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const base = process.argv[2], client = new Client({ name: "posed-tests", version: "1.0.0" });
const call = async (name, args) => (await client.callTool({ name, arguments: args })).structuredContent;
await client.connect(new StreamableHTTPClientTransport(new URL(`${base}/mcp`)));
const { tools } = await client.listTools();
assert.ok(tools.length >= 4 && tools.every((tool) => tool.inputSchema.type === "object"));

assert.equal((await call("solve_ik", { targets: [{ joint: "left_wrist", position: [0.4, 0.3, 0.2] }] })).status, "reached");
const { path } = await call("get_file_link", { id: "default", format: "glb", betas: [1, -1] }), file = await fetch(base + path);
assert.equal(Buffer.from(await file.arrayBuffer()).toString("latin1", 0, 4), "glTF");
const refused = await client.callTool({ name: "solve_ik", arguments: { trgets: [] } });
assert.ok(refused.isError && refused.content[0].text.includes("did you mean targets"));
await assert.rejects(client.callTool({ name: "dance", arguments: {} }), /dance/);
await client.close();
