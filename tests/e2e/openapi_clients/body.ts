// A body by three generated clients: the same measurements and bytes by each. The base is the daemon's address, with a path.
declare const process: { argv: string[] };
import createClient from "openapi-fetch";
import type { components, paths } from "./made/openapi-typescript.js";
import { getMeasurements, getModel } from "./made/orval.js";
import { Api } from "./made/swagger-typescript-api.js";

const base = process.argv[2]!, betas = [1.5, -0.5, 0.25];

function equal(what: string, one: unknown, other: unknown) {
  if (JSON.stringify(one) !== JSON.stringify(other)) throw new Error(`${what}: ${JSON.stringify(one)?.slice(0, 300)}, expected ${JSON.stringify(other)?.slice(0, 300)}`);
}

/** What the daemon answers to the query as the document has it. */
const expected = await (await fetch(`${base}/v1/models/default/measure?betas=${betas}`)).json();

// openapi-fetch: types of openapi-typescript; lists as repeated parameters, its default
const typed = createClient<paths>({ baseUrl: base });
const measured = await typed.GET("/v1/models/{id}/measure", { params: { path: { id: "default" }, query: { betas } } });
if (!measured.data) throw new Error(`openapi-fetch: ${measured.error.detail}`);
equal("openapi-fetch", measured.data, expected);
const height: number | null | undefined = measured.data.bodies[0]?.height;
if (!height || height < 1) throw new Error(`openapi-fetch: height ${height}`);

const mesh = await typed.POST("/v1/models/{id}/mesh", { params: { path: { id: "default" }, query: { format: "glb" } }, body: { betas }, parseAs: "arrayBuffer" });
const magic = new TextDecoder().decode(new Uint8Array(mesh.data as ArrayBuffer, 0, 4));
equal("the body's file", magic, "glTF");

// the discriminator tells a body from the other kinds of models
const model = await typed.GET("/v1/models/{id}", { params: { path: { id: "default" } } });
const about: components["schemas"]["Model"] | undefined = model.data;
if (about?.kind !== "body") throw new Error(`kind ${about?.kind}`);
const vertices: number = about.vertex_count;
if (vertices < 1000) throw new Error(`${vertices} vertices`);

// what is wrong is a problem, by any status
const refused = await typed.GET("/v1/models/{id}/measure", { params: { path: { id: "nobody" } } });
equal("status of a model that is not there", refused.error?.status, 404);

// orval: a union over the statuses
const byOrval = await getMeasurements("default", { betas });
if (byOrval.status !== 200) throw new Error(`orval: ${byOrval.status}`);
equal("orval", byOrval.data, expected);
const modelByOrval = await getModel("default");
if (modelByOrval.status === 200) equal("orval's model", modelByOrval.data.kind, "body");

// swagger-typescript-api
const api = new Api({ baseUrl: base });
const bySwagger = await api.v1.getMeasurements("default", { betas });
equal("swagger-typescript-api", bySwagger.data, expected);
const solved = await api.v1.solveIk({ targets: [{ joint: "left_wrist", position: [0.4, 0.3, 0.3] }] });
equal("swagger-typescript-api's pose", "status" in solved.data && solved.data.status, "reached");

console.log("the same body by three clients");
