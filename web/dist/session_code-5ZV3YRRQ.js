import{a as y,b as _,c as s}from"./chunk-H54I4WVB.js";var x=8192,T=({characters:e})=>e.map((t,o)=>({...t,name:`person${o+1}`,file:`person${o+1}.glb`})),P=(e,{model:t,fields:o})=>`${e}/v1/models/${t}/mesh?${new URLSearchParams({format:"glb",...o}).toString().replace(/%2C/g,",")}`,H=e=>`${e.replace(/^http/,"ws")}/v1/stream`,b=({scene:e})=>e?.body&&s(e.body).length<=x?s(e.body):null,u=({scene:e,notes:t})=>e&&!b({scene:e})?t.scene:null,C=({type:e})=>e==="input",N=({type:e,...t},o)=>s({type:e,...o,...t}),A=(...e)=>e.flat(1/0).filter(t=>t!=null).join(`
`),z={input:e=>[[],e],follow:({path:e,...t})=>[[e],t],sit:({seat:e,...t})=>[[e],t],look:({at:e,...t})=>[[e],t],reach:({joint:e,target:t,...o})=>[[e,t],o]};function k(e){let{base:t,key:o,scene:a,profile:L,notes:d}=e,p=T(e),h=o?` -H ${_(`Authorization: Bearer ${o}`)}`:"",m=b(e),c=(n,i)=>`curl -fsS${h} ${i}${_(n)}`;return A("#!/bin/bash",`# ${d.shell}`,"export LC_ALL=C # frames are bytes: in a multibyte locale, read would misread line ends",m&&c(`${t}/v1/scenes/${a.id}`,`-X PUT -H 'Content-Type: application/json' -d ${_(m)} `),u(e)&&`# ${u(e)}`,p.map(({glb:n,file:i})=>c(P(t,n),`-o ${i} `)),"",`coproc STREAM { websocat -t --protocol posed.v1${h} ${_(H(t))}; }`,'exec 3<&"${STREAM[0]}" 4>&"${STREAM[1]}"','say() { echo "$1" >&4; }',`spawn() { say "$1"; while read -r line <&3; do [[ $line == *'"type":"error"'* ]] && { echo "$line" >&2; exit 1; }; [[ $line =~ '"type":"spawned"'.*'"id":'([0-9]+) ]] && break; done; id=\${BASH_REMATCH[1]}; }`,"",`say ${_(s({type:"join",...a&&{scene:a.id}}))}`,`say ${_(s({type:"profile",...L,divisor:60}))}`,p.map(({name:n,spawn:i,does:r})=>[`spawn ${_(s({type:"spawn",...i}))}; ${n}=$id`,r.filter(l=>!C(l)).map(l=>`say ${O(l,n)}`)]),"",`while true; do # ${d.held}`,p.flatMap(({name:n,does:i})=>i.filter(C).map(r=>`  say ${O(r,n)}`)),'  read -r -t 1 line <&3 && [[ $line =~ \\{\\"type.* ]] && echo "${BASH_REMATCH[0]}"',"done")}var O=(e,t)=>`"${N(e,{id:0}).replace(/[\\"$`]/g,"\\$&").replace('\\"id\\":0',`\\"id\\":$${t}`)}"`;function v(e){let{base:t,key:o,scene:a,profile:L,notes:d}=e,p=T(e),h=b(e),m=({type:c,...n},i)=>{let[r,l]=z[c](n),E=Object.keys(l).length?[s(l)]:[];return`${c==="input"?"":"await "}${i}.${c}(${[...r.map(w=>s(w)??"null"),...E].join(", ")});`};return A(`// ${d.javascript}`,'import { Posed } from "posed-client";',"",`const posed = new Posed(${s(t)}${o?`, { key: ${s(o)} }`:""});`,h&&`await posed.putScene(${s(a.id)}, ${h});`,u(e)&&`// ${u(e)}`,`// ${d.bodies}`,p.map(({name:c,glb:n})=>`const ${c}Glb = await posed.glb(${s(n.model)}, ${s(n.fields)});`),"",`const stream = posed.stream({ ${a?`scene: ${s(a.id)}, `:""}profile: ${s(L)} });`,"await stream.open();",p.map(({name:c,spawn:n,does:i})=>[`const ${c} = await stream.spawn(${s(n)});`,i.map(r=>m(r,c))]),"","let second = 0;",'stream.on("frame", ({ time, characters }) => {',`  if (time < second + 1) return; // ${d.second}`,"  second = time;","  for (const { id, root, yaw } of characters) console.log(id, [...root], yaw);","});")}function B(e){let{base:t,key:o,scene:a,profile:L,notes:d}=e,p=T(e),h=b(e),m=n=>Object.entries(n).map(([i,r])=>`${i}=${y(r)}`),c=({type:n,...i},r)=>{let[l,E]=z[n](i);return`    ${r}.${n}(${[...l.map(w=>y(w??null)),...m(E)].join(", ")})`};return A(`# ${d.python}`,"import posed","",`client = posed.Client(${s(t)}${o?`, key=${s(o)}`:""})`,h&&`client.json("PUT", ${s(`/v1/scenes/${a.id}`)}, ${y(a.body)})`,u(e)&&`# ${u(e)}`,`# ${d.bodies}`,p.map(({name:n,glb:i})=>`${n}_glb = client.data("GET", ${s(P("",i))})`),"",`with client.sync_stream(${[...a?[`scene=${s(a.id)}`]:[],`profile=${y(L)}`].join(", ")}) as stream:`,p.map(({name:n,spawn:i,does:r})=>[`    ${n} = stream.spawn(${m(i).join(", ")})`,r.map(l=>c(l,n))]),"","    second = 0.0","    for frame in stream.frames():",`        if frame.time < second + 1:  # ${d.second}`,"            continue","        second = frame.time","        for c in frame.characters:","            print(c.id, c.root, c.yaw)")}var I=`
static posed_session session;
static uint32_t ids[PEOPLE]; /* ids of the spawned characters */
static int sent, done[PEOPLE]; /* number of sent first messages (profile, spawns); number of sent messages of each character */
static char heard[1 << 20];
static size_t heard_size;

/* Writes the next message to send, one a call. Returns its size, or 0 for none. */
static size_t next(char *out, size_t capacity)
{
    size_t size = posed_session_say(&session, out, capacity);
    if (size || session.state != POSED_JOINED) return size;
    if (sent <= PEOPLE) return sent++, (size_t)snprintf(out, capacity, "%s", sent == 1 ? PROFILE : people[sent - 2].spawn);
    for (int i = 0; i < PEOPLE; i++) {
        const char *does = ids[i] && done[i] < MESSAGES ? people[i].does[done[i]++] : NULL;
        if (does) return (size_t)snprintf(out, capacity, "{\\"id\\":%u,%s", (unsigned)ids[i], does);
    }
    return 0;
}

static void hear(int is_binary)
{
    static double second;
    posed_text text;
    posed_frame frame;
    posed_character c;
    if (!is_binary) {
        posed_text_type type = posed_session_text(&session, &text, heard, heard_size);
        if (type == POSED_TEXT_SPAWNED && text.ref >= 1 && text.ref <= PEOPLE) ids[text.ref - 1] = text.id;
    } else if (posed_frame_open(&frame, heard, heard_size) && frame.time >= second + 1) {
        second = frame.time;
        while (posed_session_next(&session, &frame, &c))
            printf("%u [%.3f, %.3f, %.3f] %.3f\\n", (unsigned)c.id, (double)c.root[0], (double)c.root[1], (double)c.root[2], (double)c.yaw);
    }
    heard_size = 0;
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *data, size_t size)
{
    static unsigned char out[LWS_PRE + ROOM];
    (void)user;
    switch (reason) {
    case LWS_CALLBACK_CLIENT_ESTABLISHED: posed_session_opened(&session); break;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        if (heard_size + size > sizeof heard) return -1;
        memcpy(heard + heard_size, data, size);
        heard_size += size;
        if (lws_is_final_fragment(wsi) && !lws_remaining_packet_payload(wsi)) hear(lws_frame_is_binary(wsi));
        break;
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        size = next((char *)out + LWS_PRE, ROOM);
        if (!size) return 0;
        lws_write(wsi, out + LWS_PRE, size, LWS_WRITE_TEXT);
        break;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    case LWS_CALLBACK_CLIENT_CLOSED:
    case LWS_CALLBACK_WSI_DESTROY: /* the only callback when a handshake gets no answer for 5 s */
        fputs("the stream has ended, or there was no answer\\n", stderr);
        exit(1);
@APPEND@    default: return 0;
    }
    lws_callback_on_writable(wsi);
    return 0;
}

int main(void)
{
    static const struct lws_protocols protocols[] = {{"posed.v1", callback, 0, 1 << 16, 0, NULL, 0}, {0}};
    struct lws_context_creation_info info = {.port = CONTEXT_PORT_NO_LISTEN, .protocols = protocols@TLS@};
    struct lws *wsi = NULL;
    setvbuf(stdout, NULL, _IOLBF, 0);
    posed_session_init(&session, (uint32_t)time(NULL));
@SCENE@    lws_set_log_level(LLL_ERR, NULL);
    struct lws_client_connect_info to = {.context = lws_create_context(&info), .address = @HOST@, .host = @HOST@, .origin = @HOST@, .port = @PORT@, .path = @PATH@, .protocol = "posed.v1", .pwsi = &wsi@SSL@};
    if (!to.context || !lws_client_connect_via_info(&to)) return 1;
    for (time_t held = 0; lws_service(to.context, 0) >= 0;) {
        if (time(NULL) == held || !wsi) continue;
        held = time(NULL); /* @HELD@ */
        for (int i = 0; i < PEOPLE; i++) if (people[i].is_held) done[i] = 0;
        lws_callback_on_writable(wsi);
    }
    return 1;
}`;function U(e){let{base:t,key:o,scene:a,profile:L,notes:d}=e,p=T(e),{protocol:h,hostname:m,port:c,pathname:n}=new URL(t),i=h==="https:",r=b(e),l=p.map(({spawn:f,does:$},S)=>({spawn:s({type:"spawn",ref:`${S+1}`,...f}),does:$.map(g=>N(g).slice(1)),isHeld:$.some(C)})),E=Math.max(256,...l.flatMap(({spawn:f,does:$})=>[f,...$].map(S=>new TextEncoder().encode(S).length+32))),w=Math.max(1,...l.map(({does:f})=>f.length)),R={HOST:s(m),PATH:s(`${n.replace(/\/$/,"")}/v1/stream`),PORT:c||(i?"443":"80"),HELD:d.held,SCENE:a?`    strcpy(session.scene, ${s(a.id)});
`:"",TLS:i?", .options = LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT":"",SSL:i?", .ssl_connection = LCCSCF_USE_SSL":"",APPEND:o?`    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER: {
        unsigned char **at = data, *end = *at + size;
        static const char bearer[] = ${s(`Bearer ${o}`)};
        return lws_add_http_header_by_name(wsi, (const unsigned char *)"authorization:", (const unsigned char *)bearer, sizeof bearer - 1, at, end);
    }
`:""};return A(`/* ${d.c}`," *",p.map(({glb:f,file:$})=>` *     curl -o ${$} ${_(P(t,f))}${o?` -H ${_(`Authorization: Bearer ${o}`)}`:""}`),r&&` *     curl -X PUT ${_(`${t}/v1/scenes/${a.id}`)} -H 'Content-Type: application/json' -d ${_(r)}${o?` -H ${_(`Authorization: Bearer ${o}`)}`:""}`,u(e)&&` * ${u(e)}`," */",'#include "posed.h"',"","#include <libwebsockets.h>","#include <stdio.h>","#include <stdlib.h>","#include <string.h>","#include <time.h>","",`enum { PEOPLE = ${p.length}, MESSAGES = ${w}, ROOM = ${64*Math.ceil(E/64)} };`,`#define PROFILE ${s(s({type:"profile",...L}))}`,"static const struct {","    const char *spawn, *does[MESSAGES]; /* does: each message after its id */","    int is_held;","} people[PEOPLE] = {",l.map(({spawn:f,does:$,isHeld:S})=>`    {${s(f)},
     {${$.length?$.map(s).join(", "):"NULL"}}, ${S?1:0}},`),"};",I.slice(1).replace(/@([A-Z]+)@/g,(f,$)=>R[$]))}var W={"curl + websocat":k,JavaScript:v,Python:B,C:U};export{W as LANGUAGES};
