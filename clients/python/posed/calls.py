"""Client of the HTTP interface. Made from /openapi.json by scripts/client_types.py; do not edit."""
from __future__ import annotations

from typing import TYPE_CHECKING, Dict, List, Literal, Mapping, Optional, Sequence, Union, cast, overload

from . import fields as fields_of
from .client import BaseClient, Mesh, given, path_of, type_of

if TYPE_CHECKING:
    from ._arrays import AnyArray, Floats, Numbers


class Client(BaseClient):
    """Client of the HTTP interface of a posed daemon.

    Parameters that are None are not sent; the server then uses its default. Every method raises PosedError if the server replies with an error status,
    and urllib.error.URLError if the server cannot be reached.

    base (str): URL of the daemon.
    key (str or None): API key. Needed if the daemon requires keys.
    timeout (float): seconds without data from the server after which a request fails.
    """

    def mesh(
            self, id: str = "default", include: Sequence[Literal["vertices", "joints", "normals", "faces"]] = ("vertices", "faces"), *,
            rig: Optional[bool] = None,
            morphs: Optional[Union[bool, str]] = None,
            face: Optional[bool] = None,
            soft: Optional[bool] = None,
            correctives: Optional[int] = None,
            names: Optional[Literal['smpl', 'mixamo', 'unreal', 'vrm', 'webxr', 'openxr']] = None,
            controls: Optional[bool] = None,
            profile: Optional[Literal['none', 'talkinghead', 'vrm', 'vrm0', 'three', 'unity', 'unreal', 'smplx', 'readyplayerme']] = None,
            lod: Optional[int] = None,
            textures: Optional[Literal['png', 'webp', 'none']] = None,
            texture_size: Optional[int] = None,
            atlas: Optional[bool] = None,
            hands: Optional[bool] = None,
            half: Optional[bool] = None,
            compression: Optional[Literal['none', 'quantize', 'meshopt']] = None,
            levels: Optional[Numbers] = None,
            quantize: Optional[bool] = None,
            betas: Optional[Numbers] = None,
            random: Optional[Union[int, str]] = None,
            gender: Optional[Literal['neutral', 'female', 'male']] = None,
            age: Optional[float] = None,
            height: Optional[float] = None,
            weight: Optional[float] = None,
            percentile: Optional[str] = None,
            people_version: Optional[int] = None,
            population: Optional[Literal['survey', 'public']] = None,
            face_shape: Optional[str] = None,
            ancestry: Optional[str] = None,
            pose: Optional[Union[Literal['t', 'a', 'T', 'A'], Numbers]] = None,
            quaternions: Optional[Numbers] = None,
            rotations: Optional[Numbers] = None,
            global_orient: Optional[Numbers] = None,
            body_pose: Optional[Numbers] = None,
            left_hand_pose: Optional[Numbers] = None,
            right_hand_pose: Optional[Numbers] = None,
            hand_pose: Optional[Numbers] = None,
            neck_pose: Optional[Numbers] = None,
            jaw_pose: Optional[Numbers] = None,
            leye_pose: Optional[Numbers] = None,
            reye_pose: Optional[Numbers] = None,
            left_hand: Optional[Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']] = None,
            right_hand: Optional[Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']] = None,
            use_pca: Optional[bool] = None,
            flat_hand_mean: Optional[bool] = None,
            expression: Optional[Numbers] = None,
            blend_shapes: Optional[Mapping[str, float]] = None,
            translation: Optional[Numbers] = None,
            transl: Optional[Numbers] = None,
            soft_tissue: Optional[Numbers] = None,
            ground: Optional[bool] = None,
            skinning: Optional[Literal['lbs', 'dqs', 'sbs']] = None,
            frame: Optional[Literal['gltf', 'smpl', 'amass', 'blender', 'unity', 'unreal']] = None,
            keypoints: Optional[Literal['none', 'body', 'face', 'contour']] = None,
            digits: Optional[int] = None,
            contact: Optional[Literal['none', 'soft', 'smooth', 'exact']] = None,
            stage: Optional[Literal['posed', 'shaped', 'corrected']] = None,
            sculpts: Optional[bool] = None,
            wear: Optional[Union[str, Sequence[str]]] = None,
            top: Optional[str] = None,
            bottom: Optional[str] = None,
            footwear: Optional[str] = None,
            look: Optional[int] = None,
            occasion: Optional[Literal['street', 'office', 'sport', 'work', 'evening']] = None,
            season: Optional[Literal['winter', 'spring', 'summer', 'autumn']] = None,
            wardrobe_version: Optional[int] = None,
            top_color: Optional[str] = None,
            bottom_color: Optional[str] = None,
            skin: Optional[float] = None,
            hair_color: Optional[Literal['black', 'brown', 'chestnut', 'red', 'blond', 'grey', 'white']] = None,
            hair_loss: Optional[float] = None,
            iris: Optional[Literal['brown', 'dark', 'hazel', 'green', 'blue', 'grey']] = None,
            model_parameters: Optional[Union[Numbers, Mapping[str, float]]] = None,
            identity_coeffs: Optional[Numbers] = None,
            face_expr_coeffs: Optional[Numbers] = None,
            sam3d: Optional[Union[Mapping[str, object], Sequence[Mapping[str, object]]]] = None,
            in_camera: Optional[bool] = None,
            without_correctives: Optional[bool] = None) -> Mesh:
        """Makes one body and returns its Mesh. Arrays that `include` does not name are None.

        id (str): id of the body model.
        include (sequence of str): arrays of the mesh: "vertices", "joints", "normals", "faces".

        The keyword parameters are fields of the request. The comments of fields.MakeMeshesFields describe each of them.
        Make one or many bodies: POST /v1/models/{id}/mesh.
        """
        fields = given(locals(), ('self', 'id', 'include'))
        return self._meshes(id, [{}], include, fields)[0]

    def meshes(
            self, id: str, bodies: Sequence[fields_of.MakeMeshesFieldsBodies], include: Sequence[Literal["vertices", "joints", "normals", "faces"]] = ("vertices", "faces"), *,
            rig: Optional[bool] = None,
            morphs: Optional[Union[bool, str]] = None,
            face: Optional[bool] = None,
            soft: Optional[bool] = None,
            correctives: Optional[int] = None,
            names: Optional[Literal['smpl', 'mixamo', 'unreal', 'vrm', 'webxr', 'openxr']] = None,
            controls: Optional[bool] = None,
            profile: Optional[Literal['none', 'talkinghead', 'vrm', 'vrm0', 'three', 'unity', 'unreal', 'smplx', 'readyplayerme']] = None,
            lod: Optional[int] = None,
            textures: Optional[Literal['png', 'webp', 'none']] = None,
            texture_size: Optional[int] = None,
            atlas: Optional[bool] = None,
            hands: Optional[bool] = None,
            half: Optional[bool] = None,
            compression: Optional[Literal['none', 'quantize', 'meshopt']] = None,
            levels: Optional[Numbers] = None,
            quantize: Optional[bool] = None,
            betas: Optional[Numbers] = None,
            random: Optional[Union[int, str]] = None,
            gender: Optional[Literal['neutral', 'female', 'male']] = None,
            age: Optional[float] = None,
            height: Optional[float] = None,
            weight: Optional[float] = None,
            percentile: Optional[str] = None,
            people_version: Optional[int] = None,
            population: Optional[Literal['survey', 'public']] = None,
            face_shape: Optional[str] = None,
            ancestry: Optional[str] = None,
            pose: Optional[Union[Literal['t', 'a', 'T', 'A'], Numbers]] = None,
            quaternions: Optional[Numbers] = None,
            rotations: Optional[Numbers] = None,
            global_orient: Optional[Numbers] = None,
            body_pose: Optional[Numbers] = None,
            left_hand_pose: Optional[Numbers] = None,
            right_hand_pose: Optional[Numbers] = None,
            hand_pose: Optional[Numbers] = None,
            neck_pose: Optional[Numbers] = None,
            jaw_pose: Optional[Numbers] = None,
            leye_pose: Optional[Numbers] = None,
            reye_pose: Optional[Numbers] = None,
            left_hand: Optional[Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']] = None,
            right_hand: Optional[Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']] = None,
            use_pca: Optional[bool] = None,
            flat_hand_mean: Optional[bool] = None,
            expression: Optional[Numbers] = None,
            blend_shapes: Optional[Mapping[str, float]] = None,
            translation: Optional[Numbers] = None,
            transl: Optional[Numbers] = None,
            soft_tissue: Optional[Numbers] = None,
            ground: Optional[bool] = None,
            skinning: Optional[Literal['lbs', 'dqs', 'sbs']] = None,
            frame: Optional[Literal['gltf', 'smpl', 'amass', 'blender', 'unity', 'unreal']] = None,
            keypoints: Optional[Literal['none', 'body', 'face', 'contour']] = None,
            digits: Optional[int] = None,
            contact: Optional[Literal['none', 'soft', 'smooth', 'exact']] = None,
            stage: Optional[Literal['posed', 'shaped', 'corrected']] = None,
            sculpts: Optional[bool] = None,
            wear: Optional[Union[str, Sequence[str]]] = None,
            top: Optional[str] = None,
            bottom: Optional[str] = None,
            footwear: Optional[str] = None,
            look: Optional[int] = None,
            occasion: Optional[Literal['street', 'office', 'sport', 'work', 'evening']] = None,
            season: Optional[Literal['winter', 'spring', 'summer', 'autumn']] = None,
            wardrobe_version: Optional[int] = None,
            top_color: Optional[str] = None,
            bottom_color: Optional[str] = None,
            skin: Optional[float] = None,
            hair_color: Optional[Literal['black', 'brown', 'chestnut', 'red', 'blond', 'grey', 'white']] = None,
            hair_loss: Optional[float] = None,
            iris: Optional[Literal['brown', 'dark', 'hazel', 'green', 'blue', 'grey']] = None,
            model_parameters: Optional[Union[Numbers, Mapping[str, float]]] = None,
            identity_coeffs: Optional[Numbers] = None,
            face_expr_coeffs: Optional[Numbers] = None,
            sam3d: Optional[Union[Mapping[str, object], Sequence[Mapping[str, object]]]] = None,
            in_camera: Optional[bool] = None,
            without_correctives: Optional[bool] = None) -> List[Mesh]:
        """Makes several bodies in one request and returns one Mesh for each.

        id (str): id of the body model.
        bodies (sequence of dict): fields of each body. A field that a body lacks has the value of the keyword parameter of this name.
        include (sequence of str): arrays of the mesh: "vertices", "joints", "normals", "faces".

        The keyword parameters are fields of the request. The comments of fields.MakeMeshesFields describe each of them.
        Make one or many bodies: POST /v1/models/{id}/mesh.
        """
        fields = given(locals(), ('self', 'id', 'bodies', 'include'))
        return self._meshes(id, bodies, include, fields)

    def glb(
            self, id: str = "default", *,
            rig: Optional[bool] = None,
            morphs: Optional[Union[bool, str]] = None,
            face: Optional[bool] = None,
            soft: Optional[bool] = None,
            correctives: Optional[int] = None,
            names: Optional[Literal['smpl', 'mixamo', 'unreal', 'vrm', 'webxr', 'openxr']] = None,
            controls: Optional[bool] = None,
            profile: Optional[Literal['none', 'talkinghead', 'vrm', 'vrm0', 'three', 'unity', 'unreal', 'smplx', 'readyplayerme']] = None,
            lod: Optional[int] = None,
            textures: Optional[Literal['png', 'webp', 'none']] = None,
            texture_size: Optional[int] = None,
            atlas: Optional[bool] = None,
            hands: Optional[bool] = None,
            half: Optional[bool] = None,
            compression: Optional[Literal['none', 'quantize', 'meshopt']] = None,
            levels: Optional[Numbers] = None,
            quantize: Optional[bool] = None,
            betas: Optional[Numbers] = None,
            random: Optional[Union[int, str]] = None,
            gender: Optional[Literal['neutral', 'female', 'male']] = None,
            age: Optional[float] = None,
            height: Optional[float] = None,
            weight: Optional[float] = None,
            percentile: Optional[str] = None,
            people_version: Optional[int] = None,
            population: Optional[Literal['survey', 'public']] = None,
            face_shape: Optional[str] = None,
            ancestry: Optional[str] = None,
            pose: Optional[Union[Literal['t', 'a', 'T', 'A'], Numbers]] = None,
            quaternions: Optional[Numbers] = None,
            rotations: Optional[Numbers] = None,
            global_orient: Optional[Numbers] = None,
            body_pose: Optional[Numbers] = None,
            left_hand_pose: Optional[Numbers] = None,
            right_hand_pose: Optional[Numbers] = None,
            hand_pose: Optional[Numbers] = None,
            neck_pose: Optional[Numbers] = None,
            jaw_pose: Optional[Numbers] = None,
            leye_pose: Optional[Numbers] = None,
            reye_pose: Optional[Numbers] = None,
            left_hand: Optional[Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']] = None,
            right_hand: Optional[Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']] = None,
            use_pca: Optional[bool] = None,
            flat_hand_mean: Optional[bool] = None,
            expression: Optional[Numbers] = None,
            blend_shapes: Optional[Mapping[str, float]] = None,
            translation: Optional[Numbers] = None,
            transl: Optional[Numbers] = None,
            soft_tissue: Optional[Numbers] = None,
            ground: Optional[bool] = None,
            skinning: Optional[Literal['lbs', 'dqs', 'sbs']] = None,
            frame: Optional[Literal['gltf', 'smpl', 'amass', 'blender', 'unity', 'unreal']] = None,
            keypoints: Optional[Literal['none', 'body', 'face', 'contour']] = None,
            digits: Optional[int] = None,
            contact: Optional[Literal['none', 'soft', 'smooth', 'exact']] = None,
            stage: Optional[Literal['posed', 'shaped', 'corrected']] = None,
            sculpts: Optional[bool] = None,
            wear: Optional[Union[str, Sequence[str]]] = None,
            top: Optional[str] = None,
            bottom: Optional[str] = None,
            footwear: Optional[str] = None,
            look: Optional[int] = None,
            occasion: Optional[Literal['street', 'office', 'sport', 'work', 'evening']] = None,
            season: Optional[Literal['winter', 'spring', 'summer', 'autumn']] = None,
            wardrobe_version: Optional[int] = None,
            top_color: Optional[str] = None,
            bottom_color: Optional[str] = None,
            skin: Optional[float] = None,
            hair_color: Optional[Literal['black', 'brown', 'chestnut', 'red', 'blond', 'grey', 'white']] = None,
            hair_loss: Optional[float] = None,
            iris: Optional[Literal['brown', 'dark', 'hazel', 'green', 'blue', 'grey']] = None,
            model_parameters: Optional[Union[Numbers, Mapping[str, float]]] = None,
            identity_coeffs: Optional[Numbers] = None,
            face_expr_coeffs: Optional[Numbers] = None,
            sam3d: Optional[Union[Mapping[str, object], Sequence[Mapping[str, object]]]] = None,
            in_camera: Optional[bool] = None,
            without_correctives: Optional[bool] = None) -> bytes:
        """Makes one body and returns it as the bytes of a GLB file.

        id (str): id of the body model.

        The keyword parameters are fields of the request. The comments of fields.MakeMeshesFields describe each of them.
        Make one or many bodies: POST /v1/models/{id}/mesh.
        """
        fields = given(locals(), ('self', 'id'))
        return self.data("POST", path_of("models", id, "mesh"), dict(fields, format="glb"))

    def joints(
            self, id: str = "default", *,
            betas: Optional[Numbers] = None,
            random: Optional[Union[int, str]] = None,
            gender: Optional[Literal['neutral', 'female', 'male']] = None,
            age: Optional[float] = None,
            height: Optional[float] = None,
            weight: Optional[float] = None,
            percentile: Optional[str] = None,
            people_version: Optional[int] = None,
            population: Optional[Literal['survey', 'public']] = None,
            face_shape: Optional[str] = None,
            ancestry: Optional[str] = None,
            pose: Optional[Union[Literal['t', 'a', 'T', 'A'], Numbers]] = None,
            quaternions: Optional[Numbers] = None,
            rotations: Optional[Numbers] = None,
            global_orient: Optional[Numbers] = None,
            body_pose: Optional[Numbers] = None,
            left_hand_pose: Optional[Numbers] = None,
            right_hand_pose: Optional[Numbers] = None,
            hand_pose: Optional[Numbers] = None,
            neck_pose: Optional[Numbers] = None,
            jaw_pose: Optional[Numbers] = None,
            leye_pose: Optional[Numbers] = None,
            reye_pose: Optional[Numbers] = None,
            left_hand: Optional[Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']] = None,
            right_hand: Optional[Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']] = None,
            use_pca: Optional[bool] = None,
            flat_hand_mean: Optional[bool] = None,
            expression: Optional[Numbers] = None,
            blend_shapes: Optional[Mapping[str, float]] = None,
            translation: Optional[Numbers] = None,
            transl: Optional[Numbers] = None,
            soft_tissue: Optional[Numbers] = None,
            ground: Optional[bool] = None,
            skinning: Optional[Literal['lbs', 'dqs', 'sbs']] = None,
            frame: Optional[Literal['gltf', 'smpl', 'amass', 'blender', 'unity', 'unreal']] = None,
            keypoints: Optional[Literal['none', 'body', 'face', 'contour']] = None,
            digits: Optional[int] = None,
            model_parameters: Optional[Union[Numbers, Mapping[str, float]]] = None,
            identity_coeffs: Optional[Numbers] = None,
            face_expr_coeffs: Optional[Numbers] = None,
            sam3d: Optional[Union[Mapping[str, object], Sequence[Mapping[str, object]]]] = None,
            in_camera: Optional[bool] = None,
            without_correctives: Optional[bool] = None) -> Floats:
        """Returns the joint positions of one posed body, (K, 3) float32, in metres unless `frame` names another unit.

        id (str): id of the body model.

        The keyword parameters are fields of the request. The comments of fields.MakeJointsFields describe each of them.
        Joint positions of bodies: POST /v1/models/{id}/joints.
        """
        fields = given(locals(), ('self', 'id'))
        return self._joints(id, fields)

    def measure(
            self, id: str = "default", *,
            betas: Optional[Numbers] = None,
            random: Optional[Union[int, str]] = None,
            gender: Optional[Literal['neutral', 'female', 'male']] = None,
            age: Optional[float] = None,
            height: Optional[float] = None,
            weight: Optional[float] = None,
            percentile: Optional[str] = None,
            people_version: Optional[int] = None,
            population: Optional[Literal['survey', 'public']] = None,
            density: Optional[float] = None,
            lines: Optional[bool] = None) -> fields_of.Measurements:
        """Measures one body and returns its height, mass, girths and lengths in metres and kilograms.

        id (str): id of the body model.

        The keyword parameters are fields of the request. The comments of fields.MeasureBodiesFields describe each of them.
        Measure one or many bodies: POST /v1/models/{id}/measure.
        """
        fields = given(locals(), ('self', 'id'))
        return cast("fields_of.Measured", self.json("POST", path_of("models", id, "measure"), fields))["bodies"][0]

    @overload
    def fit(
            self, id: str = "default", *,
            measurements: fields_of.FitMeasurementsFieldsMeasurements,
            mesh: Optional[Literal['none', 'glb']] = None,
            tolerances: Optional[fields_of.FitMeasurementsFieldsTolerances] = None,
            beta_count: Optional[int] = None,
            density: Optional[float] = None,
            iterations: Optional[int] = None) -> fields_of.MeasuredFit: ...

    @overload
    def fit(
            self, id: str = "default", *,
            observations: fields_of.FitMeasurementsFieldsObservations,
            mesh: Optional[Literal['none', 'glb']] = None,
            tolerances: Optional[fields_of.FitMeasurementsFieldsTolerances] = None,
            beta_count: Optional[int] = None,
            density: Optional[float] = None,
            iterations: Optional[int] = None) -> fields_of.ObservedFit: ...

    def fit(
            self, id: str = "default", *,
            measurements: Optional[fields_of.FitMeasurementsFieldsMeasurements] = None,
            observations: Optional[fields_of.FitMeasurementsFieldsObservations] = None,
            mesh: Optional[Literal['none', 'glb']] = None,
            tolerances: Optional[fields_of.FitMeasurementsFieldsTolerances] = None,
            beta_count: Optional[int] = None,
            density: Optional[float] = None,
            iterations: Optional[int] = None) -> fields_of.Fit:
        """Fits a body to measurements, as in fit(measurements={"height": 1.8}), or to observations. Returns a dict with betas, status and residuals.

        id (str): id of the body model.

        The keyword parameters are fields of the request. The comments of fields.FitMeasurementsFields describe each of them.
        Fit a body to measurements or to observations: POST /v1/models/{id}/fit.
        """
        fields = given(locals(), ('self', 'id'))
        return cast("fields_of.MeasuredFit", self.json("POST", path_of("models", id, "fit"), fields))

    @overload
    def ik(
            self, targets: Optional[Sequence[fields_of.SolveIkFieldsTargets]] = None, *,
            skeleton: Optional[Union[str, Mapping[str, object]]] = None,
            betas: Optional[Numbers] = None,
            pose: Optional[Numbers] = None,
            quaternions: Optional[Numbers] = None,
            rotations: Optional[Numbers] = None,
            translation: Optional[Numbers] = None,
            joint_positions: Optional[Numbers] = None,
            twists: Optional[Numbers] = None,
            naive: Optional[bool] = None,
            solver: Optional[Literal['auto', 'two_bone', 'fabrik', 'ccd', 'transpose', 'pinv', 'dls', 'optimize', 'hybrik', 'example', 'neural']] = None,
            style: Optional[Union[str, Mapping[str, float]]] = None,
            iterations: Optional[int] = None,
            tolerance: Optional[float] = None,
            budget_ms: Optional[float] = None,
            limits: Optional[bool] = None,
            joint_limits: Optional[Sequence[fields_of.SolveIkFieldsJointLimits]] = None,
            damping: Optional[Literal['adaptive', 'constant', 'selective']] = None,
            lambda_: Optional[float] = None,
            rest_gain: Optional[float] = None,
            joint_gains: Optional[Sequence[fields_of.SolveIkFieldsJointGains]] = None,
            natural: Optional[Literal['middle', 'start', 'rest']] = None,
            restarts: Optional[int] = None,
            continuity: Optional[bool] = None,
            dt: Optional[float] = None,
            speed: Optional[float] = None,
            max_step: Optional[float] = None,
            smoothness: Optional[float] = None,
            grow: Optional[bool] = None,
            others: Optional[Literal['relaxed', 'start']] = None,
            move_root: Optional[bool] = None,
            alternatives: Optional[int] = None,
            apart: Optional[float] = None,
            couplings: Optional[Sequence[fields_of.SolveIkFieldsCouplings]] = None,
            problems: Sequence[fields_of.SolveIkFieldsProblems],
            mesh: Optional[Literal['none', 'glb']] = None) -> fields_of.Solutions: ...

    @overload
    def ik(
            self, targets: Optional[Sequence[fields_of.SolveIkFieldsTargets]] = None, *,
            skeleton: Optional[Union[str, Mapping[str, object]]] = None,
            betas: Optional[Numbers] = None,
            pose: Optional[Numbers] = None,
            quaternions: Optional[Numbers] = None,
            rotations: Optional[Numbers] = None,
            translation: Optional[Numbers] = None,
            joint_positions: Optional[Numbers] = None,
            twists: Optional[Numbers] = None,
            naive: Optional[bool] = None,
            solver: Optional[Literal['auto', 'two_bone', 'fabrik', 'ccd', 'transpose', 'pinv', 'dls', 'optimize', 'hybrik', 'example', 'neural']] = None,
            style: Optional[Union[str, Mapping[str, float]]] = None,
            iterations: Optional[int] = None,
            tolerance: Optional[float] = None,
            budget_ms: Optional[float] = None,
            limits: Optional[bool] = None,
            joint_limits: Optional[Sequence[fields_of.SolveIkFieldsJointLimits]] = None,
            damping: Optional[Literal['adaptive', 'constant', 'selective']] = None,
            lambda_: Optional[float] = None,
            rest_gain: Optional[float] = None,
            joint_gains: Optional[Sequence[fields_of.SolveIkFieldsJointGains]] = None,
            natural: Optional[Literal['middle', 'start', 'rest']] = None,
            restarts: Optional[int] = None,
            continuity: Optional[bool] = None,
            dt: Optional[float] = None,
            speed: Optional[float] = None,
            max_step: Optional[float] = None,
            smoothness: Optional[float] = None,
            grow: Optional[bool] = None,
            others: Optional[Literal['relaxed', 'start']] = None,
            move_root: Optional[bool] = None,
            alternatives: Optional[int] = None,
            apart: Optional[float] = None,
            couplings: Optional[Sequence[fields_of.SolveIkFieldsCouplings]] = None,
            mesh: Optional[Literal['none', 'glb']] = None) -> fields_of.Solution: ...

    def ik(
            self, targets: Optional[Sequence[fields_of.SolveIkFieldsTargets]] = None, *,
            skeleton: Optional[Union[str, Mapping[str, object]]] = None,
            betas: Optional[Numbers] = None,
            pose: Optional[Numbers] = None,
            quaternions: Optional[Numbers] = None,
            rotations: Optional[Numbers] = None,
            translation: Optional[Numbers] = None,
            joint_positions: Optional[Numbers] = None,
            twists: Optional[Numbers] = None,
            naive: Optional[bool] = None,
            solver: Optional[Literal['auto', 'two_bone', 'fabrik', 'ccd', 'transpose', 'pinv', 'dls', 'optimize', 'hybrik', 'example', 'neural']] = None,
            style: Optional[Union[str, Mapping[str, float]]] = None,
            iterations: Optional[int] = None,
            tolerance: Optional[float] = None,
            budget_ms: Optional[float] = None,
            limits: Optional[bool] = None,
            joint_limits: Optional[Sequence[fields_of.SolveIkFieldsJointLimits]] = None,
            damping: Optional[Literal['adaptive', 'constant', 'selective']] = None,
            lambda_: Optional[float] = None,
            rest_gain: Optional[float] = None,
            joint_gains: Optional[Sequence[fields_of.SolveIkFieldsJointGains]] = None,
            natural: Optional[Literal['middle', 'start', 'rest']] = None,
            restarts: Optional[int] = None,
            continuity: Optional[bool] = None,
            dt: Optional[float] = None,
            speed: Optional[float] = None,
            max_step: Optional[float] = None,
            smoothness: Optional[float] = None,
            grow: Optional[bool] = None,
            others: Optional[Literal['relaxed', 'start']] = None,
            move_root: Optional[bool] = None,
            alternatives: Optional[int] = None,
            apart: Optional[float] = None,
            couplings: Optional[Sequence[fields_of.SolveIkFieldsCouplings]] = None,
            problems: Optional[Sequence[fields_of.SolveIkFieldsProblems]] = None,
            mesh: Optional[Literal['none', 'glb']] = None) -> fields_of.Ik:
        """Solves inverse kinematics. Returns a dict with status, pose (with quaternions), joints and targets.
        With `problems`, it returns a dict whose list `solutions` has one such dict for each problem.

        targets (sequence of dict): goals, such as {"joint": "left_hand", "position": [0.4, 0.3, 0.4]} in metres.

        The keyword parameters are fields of the request. The comments of fields.SolveIkFields describe each of them.
        Solve inverse kinematics: POST /v1/ik/solve.
        """
        fields = given(locals(), ('self',))
        return cast("fields_of.Solution", self.json("POST", "/v1/ik/solve", fields))

    @overload
    def rollout(
            self, format: Literal["json"] = "json", *,
            names: Optional[Literal['smpl', 'mixamo', 'unreal', 'vrm', 'webxr', 'openxr']] = None,
            face: Optional[bool] = None,
            correctives: Optional[int] = None,
            sculpts: Optional[bool] = None,
            wear: Optional[Union[str, Sequence[str]]] = None,
            top: Optional[str] = None,
            bottom: Optional[str] = None,
            footwear: Optional[str] = None,
            look: Optional[int] = None,
            occasion: Optional[Literal['street', 'office', 'sport', 'work', 'evening']] = None,
            season: Optional[Literal['winter', 'spring', 'summer', 'autumn']] = None,
            wardrobe_version: Optional[int] = None,
            top_color: Optional[str] = None,
            bottom_color: Optional[str] = None,
            skin: Optional[float] = None,
            hair_color: Optional[Literal['black', 'brown', 'chestnut', 'red', 'blond', 'grey', 'white']] = None,
            hair_loss: Optional[float] = None,
            iris: Optional[Literal['brown', 'dark', 'hazel', 'green', 'blue', 'grey']] = None,
            model: Optional[str] = None,
            motion: Optional[Literal['auto', 'network', 'matching']] = None,
            seconds: Optional[float] = None,
            seed: Optional[float] = None,
            scene: Optional[Union[str, Mapping[str, object]]] = None,
            position: Optional[Numbers] = None,
            facing: Optional[float] = None,
            style: Optional[Union[str, Mapping[str, float]]] = None,
            variation: Optional[int] = None,
            script: Optional[Sequence[fields_of.RolloutMotionFieldsScript]] = None,
            pursue: Optional[fields_of.RolloutMotionFieldsPursue] = None,
            follow: Optional[fields_of.RolloutMotionFieldsFollow] = None,
            random: Optional[fields_of.RolloutMotionFieldsRandom] = None,
            reach: Optional[Sequence[fields_of.RolloutMotionFieldsReach]] = None,
            gaze: Optional[Sequence[fields_of.RolloutMotionFieldsGaze]] = None,
            sit: Optional[Sequence[fields_of.RolloutMotionFieldsSit]] = None,
            play: Optional[Sequence[fields_of.RolloutMotionFieldsPlay]] = None,
            faces: Optional[Sequence[fields_of.RolloutMotionFieldsFaces]] = None,
            speech: Optional[Sequence[fields_of.RolloutMotionFieldsSpeech]] = None,
            feel: Optional[Sequence[fields_of.RolloutMotionFieldsFeel]] = None,
            control: Optional[fields_of.RolloutMotionFieldsControl] = None,
            mode: Optional[Literal['cubic', 'linear', 'constant']] = None,
            body: Optional[str] = None,
            character: Optional[str] = None,
            betas: Optional[Numbers] = None,
            soft: Optional[bool] = None,
            breathing: Optional[float] = None) -> fields_of.Motion: ...

    @overload
    def rollout(
            self, format: Literal["npz"], *,
            names: Optional[Literal['smpl', 'mixamo', 'unreal', 'vrm', 'webxr', 'openxr']] = None,
            face: Optional[bool] = None,
            correctives: Optional[int] = None,
            sculpts: Optional[bool] = None,
            wear: Optional[Union[str, Sequence[str]]] = None,
            top: Optional[str] = None,
            bottom: Optional[str] = None,
            footwear: Optional[str] = None,
            look: Optional[int] = None,
            occasion: Optional[Literal['street', 'office', 'sport', 'work', 'evening']] = None,
            season: Optional[Literal['winter', 'spring', 'summer', 'autumn']] = None,
            wardrobe_version: Optional[int] = None,
            top_color: Optional[str] = None,
            bottom_color: Optional[str] = None,
            skin: Optional[float] = None,
            hair_color: Optional[Literal['black', 'brown', 'chestnut', 'red', 'blond', 'grey', 'white']] = None,
            hair_loss: Optional[float] = None,
            iris: Optional[Literal['brown', 'dark', 'hazel', 'green', 'blue', 'grey']] = None,
            model: Optional[str] = None,
            motion: Optional[Literal['auto', 'network', 'matching']] = None,
            seconds: Optional[float] = None,
            seed: Optional[float] = None,
            scene: Optional[Union[str, Mapping[str, object]]] = None,
            position: Optional[Numbers] = None,
            facing: Optional[float] = None,
            style: Optional[Union[str, Mapping[str, float]]] = None,
            variation: Optional[int] = None,
            script: Optional[Sequence[fields_of.RolloutMotionFieldsScript]] = None,
            pursue: Optional[fields_of.RolloutMotionFieldsPursue] = None,
            follow: Optional[fields_of.RolloutMotionFieldsFollow] = None,
            random: Optional[fields_of.RolloutMotionFieldsRandom] = None,
            reach: Optional[Sequence[fields_of.RolloutMotionFieldsReach]] = None,
            gaze: Optional[Sequence[fields_of.RolloutMotionFieldsGaze]] = None,
            sit: Optional[Sequence[fields_of.RolloutMotionFieldsSit]] = None,
            play: Optional[Sequence[fields_of.RolloutMotionFieldsPlay]] = None,
            faces: Optional[Sequence[fields_of.RolloutMotionFieldsFaces]] = None,
            speech: Optional[Sequence[fields_of.RolloutMotionFieldsSpeech]] = None,
            feel: Optional[Sequence[fields_of.RolloutMotionFieldsFeel]] = None,
            control: Optional[fields_of.RolloutMotionFieldsControl] = None,
            mode: Optional[Literal['cubic', 'linear', 'constant']] = None,
            body: Optional[str] = None,
            character: Optional[str] = None,
            betas: Optional[Numbers] = None,
            soft: Optional[bool] = None,
            breathing: Optional[float] = None) -> Dict[str, "AnyArray"]: ...

    @overload
    def rollout(
            self, format: Literal["glb", "bvh", "vrma", "measure"], *,
            names: Optional[Literal['smpl', 'mixamo', 'unreal', 'vrm', 'webxr', 'openxr']] = None,
            face: Optional[bool] = None,
            correctives: Optional[int] = None,
            sculpts: Optional[bool] = None,
            wear: Optional[Union[str, Sequence[str]]] = None,
            top: Optional[str] = None,
            bottom: Optional[str] = None,
            footwear: Optional[str] = None,
            look: Optional[int] = None,
            occasion: Optional[Literal['street', 'office', 'sport', 'work', 'evening']] = None,
            season: Optional[Literal['winter', 'spring', 'summer', 'autumn']] = None,
            wardrobe_version: Optional[int] = None,
            top_color: Optional[str] = None,
            bottom_color: Optional[str] = None,
            skin: Optional[float] = None,
            hair_color: Optional[Literal['black', 'brown', 'chestnut', 'red', 'blond', 'grey', 'white']] = None,
            hair_loss: Optional[float] = None,
            iris: Optional[Literal['brown', 'dark', 'hazel', 'green', 'blue', 'grey']] = None,
            model: Optional[str] = None,
            motion: Optional[Literal['auto', 'network', 'matching']] = None,
            seconds: Optional[float] = None,
            seed: Optional[float] = None,
            scene: Optional[Union[str, Mapping[str, object]]] = None,
            position: Optional[Numbers] = None,
            facing: Optional[float] = None,
            style: Optional[Union[str, Mapping[str, float]]] = None,
            variation: Optional[int] = None,
            script: Optional[Sequence[fields_of.RolloutMotionFieldsScript]] = None,
            pursue: Optional[fields_of.RolloutMotionFieldsPursue] = None,
            follow: Optional[fields_of.RolloutMotionFieldsFollow] = None,
            random: Optional[fields_of.RolloutMotionFieldsRandom] = None,
            reach: Optional[Sequence[fields_of.RolloutMotionFieldsReach]] = None,
            gaze: Optional[Sequence[fields_of.RolloutMotionFieldsGaze]] = None,
            sit: Optional[Sequence[fields_of.RolloutMotionFieldsSit]] = None,
            play: Optional[Sequence[fields_of.RolloutMotionFieldsPlay]] = None,
            faces: Optional[Sequence[fields_of.RolloutMotionFieldsFaces]] = None,
            speech: Optional[Sequence[fields_of.RolloutMotionFieldsSpeech]] = None,
            feel: Optional[Sequence[fields_of.RolloutMotionFieldsFeel]] = None,
            control: Optional[fields_of.RolloutMotionFieldsControl] = None,
            mode: Optional[Literal['cubic', 'linear', 'constant']] = None,
            body: Optional[str] = None,
            character: Optional[str] = None,
            betas: Optional[Numbers] = None,
            soft: Optional[bool] = None,
            breathing: Optional[float] = None) -> bytes: ...

    def rollout(
            self, format: str = "json", *,
            names: Optional[Literal['smpl', 'mixamo', 'unreal', 'vrm', 'webxr', 'openxr']] = None,
            face: Optional[bool] = None,
            correctives: Optional[int] = None,
            sculpts: Optional[bool] = None,
            wear: Optional[Union[str, Sequence[str]]] = None,
            top: Optional[str] = None,
            bottom: Optional[str] = None,
            footwear: Optional[str] = None,
            look: Optional[int] = None,
            occasion: Optional[Literal['street', 'office', 'sport', 'work', 'evening']] = None,
            season: Optional[Literal['winter', 'spring', 'summer', 'autumn']] = None,
            wardrobe_version: Optional[int] = None,
            top_color: Optional[str] = None,
            bottom_color: Optional[str] = None,
            skin: Optional[float] = None,
            hair_color: Optional[Literal['black', 'brown', 'chestnut', 'red', 'blond', 'grey', 'white']] = None,
            hair_loss: Optional[float] = None,
            iris: Optional[Literal['brown', 'dark', 'hazel', 'green', 'blue', 'grey']] = None,
            model: Optional[str] = None,
            motion: Optional[Literal['auto', 'network', 'matching']] = None,
            seconds: Optional[float] = None,
            seed: Optional[float] = None,
            scene: Optional[Union[str, Mapping[str, object]]] = None,
            position: Optional[Numbers] = None,
            facing: Optional[float] = None,
            style: Optional[Union[str, Mapping[str, float]]] = None,
            variation: Optional[int] = None,
            script: Optional[Sequence[fields_of.RolloutMotionFieldsScript]] = None,
            pursue: Optional[fields_of.RolloutMotionFieldsPursue] = None,
            follow: Optional[fields_of.RolloutMotionFieldsFollow] = None,
            random: Optional[fields_of.RolloutMotionFieldsRandom] = None,
            reach: Optional[Sequence[fields_of.RolloutMotionFieldsReach]] = None,
            gaze: Optional[Sequence[fields_of.RolloutMotionFieldsGaze]] = None,
            sit: Optional[Sequence[fields_of.RolloutMotionFieldsSit]] = None,
            play: Optional[Sequence[fields_of.RolloutMotionFieldsPlay]] = None,
            faces: Optional[Sequence[fields_of.RolloutMotionFieldsFaces]] = None,
            speech: Optional[Sequence[fields_of.RolloutMotionFieldsSpeech]] = None,
            feel: Optional[Sequence[fields_of.RolloutMotionFieldsFeel]] = None,
            control: Optional[fields_of.RolloutMotionFieldsControl] = None,
            mode: Optional[Literal['cubic', 'linear', 'constant']] = None,
            body: Optional[str] = None,
            character: Optional[str] = None,
            betas: Optional[Numbers] = None,
            soft: Optional[bool] = None,
            breathing: Optional[float] = None) -> Union[fields_of.Motion, Dict[str, "AnyArray"], bytes]:
        """Makes a motion of a character and returns it.

        format (str): "json" returns a dict; "npz" a dict of arrays, or the bytes of the file without numpy; "glb", "bvh", "vrma" and "measure" return bytes.

        The keyword parameters are fields of the request. The comments of fields.RolloutMotionFields describe each of them.
        Make a motion from a script: POST /v1/motions/rollout.
        """
        fields = given(locals(), ('self', 'format'))
        return self._rollout(format, fields)

    def put_skeleton(
            self, id: str, *,
            skin: Optional[int] = None,
            bones: Optional[Literal['all', 'humanoid']] = None,
            metres_per_unit: Optional[float] = None,
            joints: Optional[Sequence[fields_of.PutSkeletonFieldsJoints]] = None,
            bvh: Optional[str] = None,
            glb: Optional[str] = None) -> fields_of.Skeleton:
        """Uploads a skeleton and returns its description. A file is uploaded by request("PUT", path, data, type=...).

        id (str): id under which the skeleton is stored.

        The keyword parameters are fields of the request. The comments of fields.PutSkeletonFields describe each of them.
        Put a skeleton: PUT /v1/skeletons/{id}.
        """
        fields = given(locals(), ('self', 'id'))
        return cast("fields_of.Skeleton", self.json("PUT", path_of("skeletons", id), fields))

    def put_scene(
            self, id: str, *,
            ground: Optional[fields_of.PutSceneFieldsGround] = None,
            walls: Optional[Sequence[fields_of.PutSceneFieldsWalls]] = None,
            jumps: Optional[Sequence[fields_of.PutSceneFieldsJumps]] = None,
            crouches: Optional[Sequence[fields_of.PutSceneFieldsCrouches]] = None,
            beams: Optional[Sequence[fields_of.PutSceneFieldsBeams]] = None,
            seats: Optional[Sequence[fields_of.PutSceneFieldsSeats]] = None) -> fields_of.Scene:
        """Uploads a scene for streams and roll-outs: ground, walls, areas and seats. Returns the scene.

        id (str): id under which the scene is stored.

        The keyword parameters are fields of the request. The comments of fields.PutSceneFields describe each of them.
        Put a scene: PUT /v1/scenes/{id}.
        """
        fields = given(locals(), ('self', 'id'))
        return cast("fields_of.Scene", self.json("PUT", path_of("scenes", id), fields))

    def put_character(
            self, id: str, data: bytes, *,
            match: Optional[str] = None,
            template: Optional[Literal['person', 'quadruped', 'bird', 'spider']] = None) -> fields_of.Character:
        """Uploads a rigged character and returns its description. Stream.spawn(character=id) and rollout(character=id) animate it.

        id (str): id under which the character is stored.
        data (bytes): a .glb or .vrm file with a skeleton.

        The keyword parameters are fields of the request. The comments of fields.PutCharacterFields describe each of them.
        Put a character: PUT /v1/characters/{id}.
        """
        fields = given(locals(), ('self', 'id', 'data'))
        return cast("fields_of.Character", self.json("PUT", path_of("characters", id, query=fields), data, type="model/gltf-binary"))

    def clip(
            self, id: str, data: bytes, type: Optional[str] = None, *,
            rate: Optional[float] = None,
            animation: Optional[str] = None,
            model: Optional[str] = None,
            up: Optional[Literal['x', 'y', 'z', '-x', '-y', '-z']] = None,
            camera: Optional[bool] = None,
            person: Optional[str] = None,
            source_rate: Optional[float] = None,
            angles: Optional[Literal['radians', 'degrees']] = None,
            unit: Optional[float] = None) -> bytes:
        """Puts a motion on an uploaded character. Returns the bytes of the character's file with this motion as its first animation.

        id (str): id of the uploaded character.
        data (bytes): a motion: BVH, npz, GLB, or an ASF file followed by its AMC file.
        type (str or None): media type of `data`. If it is None, BVH, npz and GLB are detected; other files raise ValueError.

        The keyword parameters are fields of the request. The comments of fields.MakeCharacterClipFields describe each of them.
        Put a motion on a character: POST /v1/characters/{id}/clip.
        """
        fields = given(locals(), ('self', 'id', 'data', 'type'))
        return self.data("POST", path_of("characters", id, "clip", query=fields), data, type=type or type_of(data))

    def rig(
            self, data: bytes, type: Optional[str] = None, *,
            markers: Optional[str] = None,
            template: Optional[Literal['person', 'quadruped', 'bird', 'spider']] = None,
            up: Optional[Literal['auto', 'y', 'z', 'x', '-y', '-z', '-x']] = None,
            facing: Optional[Literal['auto', 'y', 'z', 'x', '-y', '-z', '-x']] = None,
            weights: Optional[Literal['auto', 'learned', 'mix', 'template', 'heat', 'distance', 'geodesic']] = None,
            picture: Optional[bool] = None,
            replace: Optional[bool] = None) -> bytes:
        """Adds a skeleton and skin weights to a mesh that has none. Returns the bytes of a GLB file.

        data (bytes): a GLB, OBJ or PLY file.
        type (str or None): media type of `data`. If it is None, GLB and PLY are detected; other files raise ValueError.

        The keyword parameters are fields of the request. The comments of fields.RigMeshFields describe each of them.
        Rig a mesh automatically: POST /v1/rig.
        """
        fields = given(locals(), ('self', 'data', 'type'))
        return self.data("POST", path_of("rig", query=dict(fields, format="glb")), data, type=type or type_of(data))

    def rig_report(
            self, data: bytes, type: Optional[str] = None, *,
            markers: Optional[str] = None,
            template: Optional[Literal['person', 'quadruped', 'bird', 'spider']] = None,
            up: Optional[Literal['auto', 'y', 'z', 'x', '-y', '-z', '-x']] = None,
            facing: Optional[Literal['auto', 'y', 'z', 'x', '-y', '-z', '-x']] = None,
            weights: Optional[Literal['auto', 'learned', 'mix', 'template', 'heat', 'distance', 'geodesic']] = None,
            picture: Optional[bool] = None,
            replace: Optional[bool] = None) -> fields_of.Rig:
        """Rigs a mesh as `rig` does. Returns a report with the confidence of each joint, the repairs, and the GLB file in base64.

        data (bytes): a GLB, OBJ or PLY file.
        type (str or None): media type of `data`. If it is None, GLB and PLY are detected; other files raise ValueError.

        The keyword parameters are fields of the request. The comments of fields.RigMeshFields describe each of them.
        Rig a mesh automatically: POST /v1/rig.
        """
        fields = given(locals(), ('self', 'data', 'type'))
        return cast("fields_of.Rig", self.json("POST", path_of("rig", query=dict(fields, format="json")), data, type=type or type_of(data)))

    def create_job(
            self, *,
            model: Optional[str] = None,
            noise: Optional[float] = None,
            up: Optional[Literal['x', 'y', 'z', '-x', '-y', '-z', 'auto']] = None,
            protocol: Optional[str] = None,
            webhook: Optional[str] = None,
            person: Optional[str] = None,
            points: Optional[Literal['auto', 'markers', 'joints']] = None,
            camera: Optional[bool] = None,
            set: Optional[str] = None,
            source_rate: Optional[float] = None,
            kind: Optional[Literal['fit']] = None,
            rate: Optional[float] = None,
            people: Optional[Sequence[fields_of.CreateJobFieldsPeople]] = None,
            crowd: Optional[fields_of.CreateJobFieldsCrowd] = None) -> fields_of.Job:
        """Starts a job that fits a body model to a take in the background. Returns the job; job(id) returns its progress.

        The keyword parameters are fields of the request. The comments of fields.CreateJobFields describe each of them.
        Start a job that fits a take: POST /v1/jobs.
        """
        fields = given(locals(), ('self',))
        return cast("fields_of.Job", self.json("POST", "/v1/jobs", fields))

    def create_job_of(
            self, data: bytes, *,
            model: Optional[str] = None,
            noise: Optional[float] = None,
            up: Optional[Literal['x', 'y', 'z', '-x', '-y', '-z', 'auto']] = None,
            protocol: Optional[str] = None,
            webhook: Optional[str] = None,
            person: Optional[str] = None,
            points: Optional[Literal['auto', 'markers', 'joints']] = None,
            camera: Optional[bool] = None,
            set: Optional[str] = None,
            source_rate: Optional[float] = None) -> fields_of.Job:
        """Starts a job that fits a body model to a file of markers in the background. Returns the job; job(id) returns its progress.

        data (bytes): a C3D or TRC file, or a table of Motive, Nexus or Qualisys.

        The keyword parameters are fields of the request. The comments of fields.CreateJobFields describe each of them.
        Start a job that fits a take: POST /v1/jobs.
        """
        fields = given(locals(), ('self', 'data'))
        return cast("fields_of.Job", self.json("POST", path_of("jobs", query=fields), data, type="application/octet-stream"))
