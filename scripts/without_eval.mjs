// without_eval.mjs FILE: rewrites the three functions of an Emscripten module that make functions out of text, so that it runs on pages whose
// Content-Security-Policy has no 'unsafe-eval'. They become what Emscripten itself writes with -sDYNAMIC_EXECUTION=0.
import { readFileSync, writeFileSync } from "node:fs";

const [file] = process.argv.slice(2);
let text = readFileSync(file, "utf8");

/** Replaces what is from `begin` up to `end` (not included). */
function replace(begin, end, by) {
  const from = text.indexOf(begin);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`${file}: "${begin.slice(0, 60)}" is not there`);
  text = text.slice(0, from) + by + text.slice(to);
}

replace(
  "return new Function(",
  "}var emval_handle_array",
  "return {[name]:function(){'use strict';return body.apply(this,arguments)}}[name]",
);
replace(
  'var argsList="";var argsListWired="";',
  "}function heap32VectorToArray",
  `return function(){
if(arguments.length!==argCount-2)throwBindingError("function "+humanName+" called with "+arguments.length+" arguments, expected "+(argCount-2)+" args!");
var destructors=needsDestructorStack?[]:null,wired=[],all=[cppTargetFunc],thisWired;
if(isClassMethodFunc){thisWired=argTypes[1].toWireType(destructors,this);all.push(thisWired)}
for(var i=0;i<argCount-2;++i){wired[i]=argTypes[i+2].toWireType(destructors,arguments[i]);all.push(wired[i])}
var rv=cppInvokerFunc.apply(null,all);
if(needsDestructorStack){runDestructors(destructors)}else{for(var i=isClassMethodFunc?1:2;i<argTypes.length;++i){
if(argTypes[i].destructorFunction!==null)argTypes[i].destructorFunction(i===1?thisWired:wired[i-2])}}
if(returns)return argTypes[0].fromWireType(rv)}`,
);
replace(
  'var params=["retType"];',
  "returnId=__emval_addMethodCaller(",
  `var invokerFunction=function(handle,name,destructors,args){var offset=0,values=[];
for(var i=0;i<argCount-1;++i){values[i]=types[i+1].readValueFromPointer(args+offset);offset+=types[i+1]["argPackAdvance"]}
var rv=handle[name].apply(handle,values);
for(var i=0;i<argCount-1;++i){if(types[i+1]["deleteObject"])types[i+1].deleteObject(values[i])}
if(!retType.isVoid)return retType.toWireType(destructors,rv)};`,
);
writeFileSync(file, text);
